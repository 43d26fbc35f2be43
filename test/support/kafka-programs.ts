import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { artifactFolder } from '../../src/cli/services/artifacts.js';
import { prepareKafka } from '../../src/cli/services/kafka.js';
import { freePorts } from '../../src/cli/services/ports.js';
import { kafkaProbe, type Probe, registryProbe, waitFor } from '../../src/cli/services/probes.js';
import type { Program } from '../../src/cli/services/process.js';
import { registryProgram, registryUrl } from '../../src/cli/services/registry.js';
import { cacheFolder } from '../../src/cli/services/settings.js';
import { findTools } from '../../src/cli/services/tools.js';
import { Guard, type GuardedProgram } from './guard.js';

/** A service of a test's own, at one address all its life. */
export interface TestService {
  readonly port: number;
  /** Crashes it. */
  kill(): Promise<void>;
  /** Freezes it: connections stay, answers do not come. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Starts it again, with its data, after it was killed; resolves when it answers. */
  start(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

export interface TestBroker extends TestService {
  readonly brokers: string[];
  /** Starts it again; resolves when it answers. */
  restart(): Promise<void>;
}

export interface TestRegistry extends TestService {
  readonly url: string;
}

/** A JVM on a machine that runs all tests at once. */
const HEALTHY_MS = 120_000;

/** Why services cannot be run on this machine; undefined where they can. Fetches their jars the first time. */
export async function missingForServices(): Promise<string | undefined> {
  if (process.platform === 'win32') return 'Windows has no /bin/sh, which ends them after a test';
  try {
    await java();
    await jars('kafka');
    await jars('registry');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Starts a broker of a test's own.
 *
 * @param proxyPort where a proxy of the test listens: clients that come through it are sent to it again. It passes on
 *   to the broker's second port, `behindProxyPort`.
 */
export async function startBroker(
  proxyPort?: number,
): Promise<TestBroker & { readonly behindProxyPort: number }> {
  const guard = new Guard();
  const [port = 0, controllerPort = 0, behindProxyPort = 0] = await freePorts(3);
  const program = await prepareKafka({
    java: await java(),
    jars: await jars('kafka'),
    folder: join(guard.folder, 'kafka'),
    listeners: [
      { port, advertisedPort: port },
      ...(proxyPort === undefined ? [] : [{ port: behindProxyPort, advertisedPort: proxyPort }]),
    ],
    controllerPort,
  });
  const service = await run(guard, 'kafka', program, port, kafkaProbe('127.0.0.1', port));
  const restart = async () => {
    await service.kill();
    await service.start();
  };
  return { ...service, restart, brokers: [`127.0.0.1:${port}`], behindProxyPort };
}

/** Starts a registry of a test's own, in memory unless it is given a PostgreSQL whose tables are in `headrace_registry`. */
export async function startRegistry(databaseUrl?: string): Promise<TestRegistry> {
  const guard = new Guard();
  const [port = 0] = await freePorts(1);
  const program = registryProgram({ java: await java(), jars: await jars('registry'), port, databaseUrl });
  mkdirSync(guard.folder, { recursive: true });
  const url = registryUrl(port);
  return { ...(await run(guard, 'registry', program, port, registryProbe(url))), url };
}

/** The command that runs Java. @throws where there is none */
export async function java(): Promise<readonly string[]> {
  const found = await findTools(process.env).java();
  if ('missing' in found) throw new Error(found.missing);
  return found.command;
}

/** The folder with a service's jars, which are fetched the first time. */
export function jars(artifact: 'kafka' | 'registry'): Promise<string> {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  return artifactFolder(artifact, {
    cache: cacheFolder(process.env),
    maven: findTools(process.env).maven,
    say,
  });
}

async function run(
  guard: Guard,
  name: string,
  program: Program,
  port: number,
  probe: Probe,
): Promise<TestService> {
  let running: GuardedProgram | undefined;
  const start = async () => {
    const started = guard.start(name, program);
    running = started;
    const fault = await waitFor(probe, HEALTHY_MS, () => started.over());
    if (fault !== undefined) throw new Error(`${name} did not start: ${fault}`);
  };
  await start().catch(async (fault: unknown) => {
    await guard.stop();
    throw fault;
  });
  return {
    port,
    start,
    kill: async () => running?.signal('SIGKILL'),
    freeze: async () => running?.signal('SIGSTOP'),
    thaw: async () => running?.signal('SIGCONT'),
    stop: () => guard.stop(),
  };
}
