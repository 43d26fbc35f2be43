import kafkajs from 'kafkajs';

const ATTEMPTS = 20;
const PAUSE_MS = 200;

/**
 * Repeats a call while the cluster says that it may yet succeed, e.g. for a topic made a moment ago whose leader
 * is not known everywhere: the library does not do it for all of them.
 */
export async function retryAdmin<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      const retriable = error instanceof kafkajs.KafkaJSError && error.retriable;
      if (!retriable || attempt === ATTEMPTS) throw error;
      await new Promise((resume) => setTimeout(resume, PAUSE_MS));
    }
  }
}
