import { describe, expect, test } from 'vitest';
import { Lifecycle } from '../../src/start/lifecycle.js';

function logged() {
  const lines: string[] = [];
  return { lines, log: { error: (_facts: object, message: string) => lines.push(message) } };
}

describe('a lifecycle', () => {
  test('given parts started in order, when stopped twice, then each is stopped once, the last one first', async () => {
    const { log } = logged();
    const lifecycle = new Lifecycle(log);
    const stopped: string[] = [];
    for (const name of ['database', 'worker', 'server']) {
      lifecycle.started(name, async () => {
        await new Promise((resume) => setTimeout(resume, 1));
        stopped.push(name);
      });
    }
    await Promise.all([lifecycle.stop(), lifecycle.stop()]);
    expect(stopped).toEqual(['server', 'worker', 'database']);
  });

  test('given a part that cannot be stopped, then it is told of and the others are stopped', async () => {
    const { log, lines } = logged();
    const lifecycle = new Lifecycle(log);
    const stopped: string[] = [];
    lifecycle.started('database', async () => void stopped.push('database'));
    lifecycle.started('server', async () => {
      throw new Error('stuck');
    });
    await lifecycle.stop();
    expect(stopped).toEqual(['database']);
    expect(lines).toEqual(['server could not be stopped']);
  });

  test('given work that runs, when stopped, then its signal is aborted and its end awaited, and that is no failure', async () => {
    const lifecycle = new Lifecycle(logged().log);
    let ended = false;
    lifecycle.run('worker', async (signal) => {
      await new Promise((resume) => signal.addEventListener('abort', resume));
      await new Promise((resume) => setTimeout(resume, 5));
      ended = true;
    });
    await lifecycle.stop();
    expect(ended).toBe(true);
    expect(await Promise.race([lifecycle.failed, 'fine'])).toBe('fine');
  });

  test('given work that ends by itself, then that is a failure; and so is a rejection, with its cause', async () => {
    const ending = new Lifecycle(logged().log);
    ending.run('importer', async () => {});
    expect((await ending.failed).message).toBe('importer ended by itself');
    const failing = new Lifecycle(logged().log);
    const cause = new Error('why');
    failing.run('projector', () => Promise.reject(cause));
    expect(await failing.failed).toMatchObject({ message: 'projector failed', cause });
    await failing.stop();
  });
});
