import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ArtifactOptions, artifactFolder } from './artifacts.js';
import { prepareKafka } from './kafka.js';
import { localPostgres, makeRegistrySchema } from './postgres.js';
import { kafkaProbe, redisProbe, registryProbe } from './probes.js';
import { registryProgram, registryUrl } from './registry.js';
import type { LocalService } from './service.js';

const HOST = '127.0.0.1';

export interface LocalOptions extends ArtifactOptions {
  readonly folder: string;
  readonly java: readonly string[];
}

export const local = {
  postgres: ({ folder }: Pick<LocalOptions, 'folder'>) => localPostgres(join(folder, 'postgres')),

  kafka: (options: LocalOptions): LocalService => ({
    name: 'kafka',
    portCount: 2,
    prepare: async ([port = 0, controllerPort = 0]) =>
      prepareKafka({
        java: options.java,
        jars: await artifactFolder('kafka', options),
        folder: join(options.folder, 'kafka'),
        listeners: [{ port, advertisedPort: port }],
        controllerPort,
      }),
    probe: ([port = 0]) => kafkaProbe(HOST, port),
    address: ([port]) => `${HOST}:${port}`,
  }),

  /** @param databaseUrl keeps its schemas and ids; undefined: they are gone when it ends. */
  registry: (options: LocalOptions, databaseUrl: string | undefined): LocalService => ({
    name: 'registry',
    portCount: 1,
    prepare: async ([port = 0]) => {
      const jars = await artifactFolder('registry', options);
      if (databaseUrl !== undefined) await makeRegistrySchema(databaseUrl);
      return registryProgram({ java: options.java, jars, port, databaseUrl });
    },
    probe: ([port = 0]) => registryProbe(registryUrl(port)),
    address: ([port = 0]) => registryUrl(port),
  }),

  /** Holds only what may be lost, so it writes nothing to disk. */
  redis: (folder: string, command: readonly string[]): LocalService => ({
    name: 'redis',
    portCount: 1,
    prepare: async ([port]) => {
      const home = join(folder, 'redis');
      mkdirSync(home, { recursive: true });
      const [program = '', ...first] = command;
      const settings = ['--port', String(port), '--bind', HOST, '--dir', home, '--daemonize', 'no'];
      return { command: program, args: [...first, ...settings, '--save', '', '--appendonly', 'no'] };
    },
    probe: ([port = 0]) => redisProbe(HOST, port),
    address: ([port]) => `redis://${HOST}:${port}`,
  }),
};
