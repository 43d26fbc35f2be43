import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { createRoutedTopics } from '../../adapters/kafka/index.js';
import { createDeadLetters } from '../../adapters/postgres/router-dead.js';
import { createRouterStore, replayLease } from '../../adapters/postgres/router-store.js';
import { type ReplayResult, type Route, replay } from '../../router/index.js';
import { kafkaSettings, openLog } from '../../start/engine.js';
import type { House } from '../../start/house.js';
import { tableOf } from '../../start/router.js';
import type { HouseFlags } from '../house.js';
import { InputError } from '../input-error.js';
import { parseBeginning } from '../places.js';
import { type Progress, showProgress } from '../progress.js';
import { chooseRoute } from './choose.js';
import { withHouse } from './with-house.js';

export interface ReplayCommandOptions extends HouseFlags {
  readonly file?: string;
  readonly from: string;
  readonly topic?: string;
  readonly resume?: true;
}

/** Fills a topic from history. @throws ReplayRefused or InputError where it cannot be done so */
export function replayRoute(name: string | undefined, options: ReplayCommandOptions): Promise<ReplayResult> {
  const { after, sinceMs } = parseBeginning(options.from);
  return withHouse(options, async (house, signal) => {
    const chosen = await chooseRoute(house.config.routesFolder, name, options.file);
    const { route, topic } = toTopic(chosen, options.topic);
    await refuseRouted(house, chosen, topic, options);
    const kafka = kafkaSettings(house, 'replay', house.logger);
    if (!kafka) throw new InputError('there is no Kafka: set KAFKA_BROKERS');
    const pool = house.database.pool('cli');
    const warn = (err: unknown) => house.logger.warn({ err }, 'the replay goes on');
    let progress: Progress | undefined;
    try {
      return await replay(
        {
          catalogue: house.catalogue,
          table: tableOf(house.catalogue, [route], () => true),
          store: createRouterStore(pool, replayLease(topic)),
          topics: createRoutedTopics(kafka, await house.schemas()),
          log: await openLog(house, `routes-replay-${randomUUID()}`, house.logger),
          after,
          sinceMs,
          resume: options.resume === true,
          holder: `${hostname()}/${process.pid}`,
          leaseMs: 15_000,
          onFault: warn,
          onStart: (events) => {
            progress = showProgress(topic, events, process.stderr);
          },
          onRead: (events) => progress?.step(events),
        },
        signal,
      );
    } finally {
      progress?.stop();
    }
  });
}

/** One topic is filled at a time. */
function toTopic(route: Route, given: string | undefined): { route: Route; topic: string } {
  if (route.to.kind === 'webhook')
    throw new InputError(`${route.name} goes to a webhook: only topics are filled`);
  const topic = given ?? route.to.topic;
  if (topic.includes('{')) throw new InputError(`${route.name} writes many topics: name one with --topic`);
  if (['headrace.events', 'headrace.inbound'].includes(topic)) throw new InputError(`${topic} is private`);
  return { route: { ...route, to: { kind: 'topic', topic } }, topic };
}

async function refuseRouted(
  { database }: House,
  { name, enabled, to }: Route,
  topic: string,
  options: ReplayCommandOptions,
): Promise<void> {
  const own = to.kind === 'topic' && to.topic === topic;
  if (own && enabled && options.file === undefined) {
    throw new InputError(
      `${name} is enabled: the router writes ${topic}. Disable it first, or name another --topic`,
    );
  }
  if (await createDeadLetters(database.pool('cli')).isRouted(topic)) {
    throw new InputError(
      `the running router writes ${topic}. Start it without the route first, or name another --topic`,
    );
  }
}
