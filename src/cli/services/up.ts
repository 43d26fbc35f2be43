import { composeUp } from './compose.js';
import { checkGiven } from './given.js';
import { end, launch } from './launch.js';
import { local } from './local.js';
import { type Addresses, type LocalService, SERVICES, type ServiceName, VARIABLES } from './service.js';
import { StateStore } from './store.js';
import type { Tools } from './tools.js';

export interface UpOptions {
  readonly folder: string;
  readonly cache: string;
  /** Services that somebody else runs. */
  readonly given: Addresses;
  readonly tools: Tools;
  readonly say: (line: string) => void;
}

export interface UpResult {
  /** What to set for Headrace, and the given ones. */
  readonly addresses: Addresses;
  /** What a person should know though it is no fault. */
  readonly notes: readonly string[];
}

/**
 * Brings up every service that is not given: containers where a Docker engine answers, otherwise processes of this
 * machine. What runs already is left alone.
 *
 * @throws where one is missing or does not answer; what this call started has been ended then.
 */
export async function up(options: UpOptions): Promise<UpResult> {
  const { given, tools } = options;
  await checkAllGiven(given);
  const store = new StateStore(options.folder);
  const wanted = SERVICES.filter((name) => given[VARIABLES[name]] === undefined);
  store.update({ addresses: given });
  if (wanted.length === 0) return { addresses: given, notes: [] };
  const compose = Object.keys(store.state.processes).length > 0 ? undefined : await tools.compose();
  if (compose && 'command' in compose) {
    options.say(`${wanted.join(', ')}: containers, by ${compose.command.join(' ')}`);
    await composeUp(compose.command, options.folder, wanted, store);
    return { addresses: store.state.addresses, notes: [] };
  }
  if (store.state.compose !== undefined) throw new Error(`its containers run, but ${compose?.missing}`);
  return upLocally(wanted, compose?.missing, options, store);
}

async function upLocally(
  wanted: readonly ServiceName[],
  noDocker: string | undefined,
  options: UpOptions,
  store: StateStore,
): Promise<UpResult> {
  const { folder, given, tools } = options;
  const notes: string[] = [];
  const started: ServiceName[] = [];
  const start = async (service: LocalService) => {
    const { name } = service;
    if (await launch(service, folder, store)) {
      started.push(name);
      options.say(`${name}: up`);
    } else options.say(`${name}: runs already`);
    const address = service.address(store.state.ports[name] ?? []);
    store.update({ addresses: { ...store.state.addresses, [VARIABLES[name]]: address } });
  };
  // Asked before anything is started.
  const needsJava = wanted.includes('kafka') || wanted.includes('registry');
  const java = needsJava ? await tools.java() : { command: [] };
  if ('missing' in java) throw new Error(`${[noDocker, java.missing].filter(Boolean).join('; ')}. ${HELP}`);
  const localOptions = { ...options, java: java.command, maven: tools.maven };
  try {
    // The registry keeps its schemas in it.
    if (wanted.includes('postgres')) await start(local.postgres(options));
    const redis = wanted.includes('redis') ? await tools.redis() : undefined;
    if (redis && 'missing' in redis) {
      notes.push(
        `redis: left out, ${redis.missing}; Headrace then keeps within each process what it would share`,
      );
    }
    const { DATABASE_URL } = { ...store.state.addresses, ...given };
    await allOf([
      wanted.includes('kafka') && start(local.kafka(localOptions)),
      wanted.includes('registry') && start(local.registry(localOptions, DATABASE_URL)),
      redis && 'command' in redis && start(local.redis(folder, redis.command)),
    ]);
    return { addresses: store.state.addresses, notes };
  } catch (error) {
    for (const name of started.toReversed()) await end(name, store);
    throw error;
  }
}

const HELP =
  'Start a Docker engine, or install Java 17 and Maven, or give KAFKA_BROKERS and SCHEMA_REGISTRY_URL of services you have.';

/** Waits for all, also where one fails: nothing is then still starting. */
async function allOf(work: readonly (Promise<void> | false | undefined)[]): Promise<void> {
  const results = await Promise.allSettled(work);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function checkAllGiven(given: Addresses): Promise<void> {
  const faults = await Promise.all(
    SERVICES.filter((name) => given[VARIABLES[name]] !== undefined).map(async (name) => {
      const fault = await checkGiven(name, given);
      return fault === undefined
        ? []
        : [`${VARIABLES[name]} was given, but ${name} does not answer there: ${fault}`];
    }),
  );
  if (faults.flat().length > 0) throw new Error(faults.flat().join('\n'));
}
