import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import { startTestServices, type TestServices } from './kafka-services.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a test file asks for the run's broker and registry; they start at the first question. */
    kafkaDesk: string;
  }
}

/**
 * Once a run, for vitest's `globalSetup`: offers one broker and one registry to all test files. They start when the
 * first file asks, so that a run without such files pays nothing.
 *
 * @returns what ends them.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let services: Promise<TestServices> | undefined;
  const desk = createServer((_request, response) => {
    services ??= startTestServices();
    services.then(
      ({ offer }) => response.end(JSON.stringify(offer)),
      (fault: unknown) => response.writeHead(500).end(fault instanceof Error ? fault.message : String(fault)),
    );
  });
  await new Promise<void>((done) => desk.listen(0, '127.0.0.1', done));
  desk.unref();
  const address = desk.address();
  project.provide(
    'kafkaDesk',
    `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
  );
  return async () => {
    desk.closeAllConnections();
    desk.close();
    await (await services?.catch(() => undefined))?.stop();
  };
}
