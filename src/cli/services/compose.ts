import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { childEnvironment } from '../../config.js';
import { packageRoot } from '../../package-root.js';
import { freePorts } from './ports.js';
import { postgresProbe } from './postgres.js';
import { kafkaProbe, type Probe, redisProbe, registryProbe, waitFor } from './probes.js';
import { registryUrl } from './registry.js';
import { type ServiceName, VARIABLES } from './service.js';
import type { StateStore } from './store.js';

const FILE = join(packageRoot, 'docker-compose.yml');
/** A first start pulls images. */
const UP_MS = 15 * 60_000;
const HEALTHY_MS = 120_000;
const HOST = '127.0.0.1';

/** The variable of docker-compose.yml that binds a service's port on this machine. */
const PORT_VARIABLES = {
  postgres: 'POSTGRES_PORT',
  kafka: 'KAFKA_PORT',
  registry: 'REGISTRY_PORT',
  redis: 'REDIS_PORT',
} as const satisfies Record<ServiceName, string>;

const ADDRESSES: Readonly<Record<ServiceName, (port: number) => string>> = {
  postgres: (port) => `postgres://headrace:headrace@${HOST}:${port}/headrace`,
  kafka: (port) => `${HOST}:${port}`,
  registry: registryUrl,
  redis: (port) => `redis://${HOST}:${port}`,
};

const PROBES: Readonly<Record<ServiceName, (port: number) => Probe>> = {
  postgres: (port) => postgresProbe(ADDRESSES.postgres(port)),
  kafka: (port) => kafkaProbe(HOST, port),
  registry: (port) => registryProbe(ADDRESSES.registry(port)),
  redis: (port) => redisProbe(HOST, port),
};

/** Starts containers of docker-compose.yml, in a project of this folder's own, and waits until they answer. */
export async function composeUp(
  command: readonly string[],
  folder: string,
  names: readonly ServiceName[],
  store: StateStore,
): Promise<void> {
  const project = `headrace-services-${createHash('sha256').update(folder).digest('hex').slice(0, 10)}`;
  // The ports of containers that run are not free, and are to be kept.
  const running = store.state.compose !== undefined;
  const ports = new Map<ServiceName, number>();
  for (const name of names) {
    const wanted = store.state.ports[name];
    const [port = 0] = running && wanted ? wanted : await freePorts(1, wanted);
    ports.set(name, port);
  }
  store.update({
    compose: { project, services: names },
    ports: {
      ...store.state.ports,
      ...Object.fromEntries(Array.from(ports, ([name, port]) => [name, [port]])),
    },
  });
  const variables = Object.fromEntries(
    Array.from(ports, ([name, port]) => [PORT_VARIABLES[name], String(port)]),
  );
  await compose(command, project, ['up', '-d', ...names], variables);
  const faults = await Promise.all(
    Array.from(ports, async ([name, port]) => {
      const fault = await waitFor(PROBES[name](port), HEALTHY_MS);
      return fault === undefined ? [] : [`${name}: ${fault}`];
    }),
  );
  if (faults.flat().length > 0) throw new Error(`containers do not answer: ${faults.flat().join('; ')}`);
  const addresses = Array.from(ports, ([name, port]) => [VARIABLES[name], ADDRESSES[name](port)]);
  store.update({ addresses: { ...store.state.addresses, ...Object.fromEntries(addresses) } });
}

/** Removes this folder's containers; with `wipe` their volumes as well. */
export async function composeDown(
  command: readonly string[],
  store: StateStore,
  wipe: boolean,
): Promise<void> {
  const { compose: started } = store.state;
  if (started === undefined) return;
  await compose(command, started.project, ['down', ...(wipe ? ['--volumes'] : [])], {});
  store.update({ compose: undefined });
}

export function containerProbe(name: ServiceName, port: number): Probe {
  return PROBES[name](port);
}

function compose(
  command: readonly string[],
  project: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const [program = '', ...first] = command;
  const all = [...first, '-p', project, '-f', FILE, ...args];
  return new Promise((done, fail) => {
    const options = { env: childEnvironment(variables), timeout: UP_MS, maxBuffer: 64 * 1024 * 1024 };
    execFile(program, all, options, (error, _stdout, stderr) => {
      if (error) fail(new Error(`${command.join(' ')} ${args.join(' ')}: ${stderr.trim() || error.message}`));
      else done();
    });
  });
}
