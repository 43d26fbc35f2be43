import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { childEnvironment } from '../src/config.js';
import { packageRoot } from '../src/package-root.js';

export interface OwnProcess {
  /** From the package's root. */
  readonly script: string;
  readonly args: readonly string[];
  readonly brokers: readonly string[];
  readonly databaseUrl: string;
}

/** What a script of ours measures in a process of its own, and sends as its one message. @throws where it sends none */
export async function measureInOwnProcess<Measured>(given: OwnProcess): Promise<Measured> {
  const { script, args, brokers, databaseUrl } = given;
  const child = fork(join(packageRoot, script), args, {
    execArgv: ['--import', 'tsx'],
    env: childEnvironment({ KAFKA_BROKERS: brokers.join(','), DATABASE_URL: databaseUrl }),
  });
  let measured: Measured | undefined;
  child.on('message', (message: Measured) => {
    measured = message;
  });
  await once(child, 'exit');
  if (!measured) throw new Error(`${args[0]} ended with ${child.exitCode} and no figures`);
  return measured;
}
