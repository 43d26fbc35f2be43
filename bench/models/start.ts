import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { childEnvironment } from '../../src/config.js';
import { packageRoot } from '../../src/package-root.js';

export interface ModelsProcess {
  readonly pid: number;
  /** @throws Error where it has ended */
  check(): void;
  stop(): Promise<void>;
}

/** The role projector, and relay where it is asked for, as a process of its own; resolves when it begins to read. */
export async function startModels(options: {
  readonly databaseUrl: string;
  readonly brokers?: readonly string[];
  readonly registryUrl: string | undefined;
  /** Of its own: others on this Kafka have theirs. */
  readonly installation: string;
  readonly relays: boolean;
}): Promise<ModelsProcess> {
  const { databaseUrl, brokers = [], registryUrl = '', installation, relays } = options;
  const child = fork(
    join(packageRoot, 'bench/models/models-process.ts'),
    [installation, ...(relays ? ['relay'] : [])],
    {
      execArgv: ['--import', 'tsx', ...process.execArgv.filter((flag) => flag.startsWith('--cpu-prof'))],
      env: childEnvironment({
        KAFKA_BROKERS: brokers.join(','),
        DATABASE_URL: databaseUrl,
        SCHEMA_REGISTRY_URL: registryUrl,
      }),
    },
  );
  const exited = once(child, 'exit');
  const check = () => {
    if (child.exitCode !== null) throw new Error(`the projector ended with ${child.exitCode}`);
  };
  await Promise.race([once(child, 'message'), exited]);
  check();
  return {
    pid: child.pid ?? 0,
    check,
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
