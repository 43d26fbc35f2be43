import type { RouteTable } from './compile.js';
import { Lane } from './lane.js';
import type { ByPartition, Origin, RouterStore, TargetPosition, TopicsSession } from './port.js';
import type { Route } from './route.js';

/** Where a topic and the positions noted for it contradict each other, nothing may be guessed. */
const GONE = 'records are gone, or the topic was made anew. See docs/routes.md.';
const FOREIGN = 'it was written by another installation, or the database was restored. See docs/routes.md.';

/**
 * The lanes of all targets, each where it goes on. Topics are asked what they have beyond their noted positions; one that
 * contradicts them is stopped, and the others go on.
 *
 * @param session undefined where there is no Kafka
 */
export async function openLanes(
  store: RouterStore,
  epoch: number,
  table: RouteTable,
  session: TopicsSession | undefined,
): Promise<Lane[]> {
  const heads = await store.heads();
  const noted = new Map<string, Map<number, TargetPosition>>();
  for (const position of await store.positions()) {
    const known = noted.get(position.target) ?? new Map<number, TargetPosition>();
    noted.set(position.target, known.set(position.partition, position));
  }
  const begun: TargetPosition[] = [];
  const lanes = [...table.targets].map(([target, route]) => {
    const positions = [...heads].map(([partition, head]) => {
      const known = noted.get(target)?.get(partition);
      const position = known ?? firstPosition(target, route, partition, head);
      if (!known) begun.push(position);
      return position;
    });
    return new Lane(target, route, positions);
  });
  // At once: what comes from now on must not depend on when the next router starts.
  await store.begin(epoch, begun);
  await stopReplayed(store, lanes);
  if (session) await recoverTopics(store, lanes, session);
  return lanes;
}

const firstPosition = (target: string, route: Route, partition: number, head: number): TargetPosition => ({
  target,
  partition,
  sequence: route.from === 'now' ? head : 0,
  nextOffset: 0,
});

/** Why a lane waits: it goes on by itself once the replay has ended. */
export const REPLAYED = 'a replay fills the topic';

async function stopReplayed(store: RouterStore, lanes: readonly Lane[]): Promise<void> {
  const replayed = new Set(await store.replayed());
  for (const lane of lanes) {
    if (lane.topic !== undefined && replayed.has(lane.topic)) lane.stopped = REPLAYED;
  }
}

/** Finds out what topics have already. Also for one topic alone, when a replay goes on. */
export async function recoverTopics(
  store: RouterStore,
  lanes: readonly Lane[],
  session: TopicsSession,
): Promise<void> {
  const byTopic = new Map<string, Lane>();
  for (const lane of lanes) {
    if (lane.topic === undefined || lane.stopped !== undefined) continue;
    lane.stopped = session.refused.get(lane.topic);
    if (lane.stopped === undefined) byTopic.set(lane.topic, lane);
  }
  const places = [];
  for (const { topic, partition, offset: end, beginning } of await session.ends()) {
    const lane = byTopic.get(topic);
    if (!lane) continue;
    const from = lane.offsetIn(partition);
    if (from > end) {
      lane.stopped ??= `partition ${partition} ends at offset ${end}, but offset ${from - 1} was acknowledged: ${GONE}`;
    } else if (Math.max(from, beginning) < end) {
      places.push({ topic, partition, offset: Math.max(from, beginning) });
    }
  }
  const origins = await session.originsFrom(places.filter(({ topic }) => !byTopic.get(topic)?.stopped));
  await checkOrigins(store, origins, byTopic);
  for (const origin of origins) byTopic.get(origin.topic)?.remember(origin);
}

/** Each must be an event of this log: what is taken as written will not be written. */
async function checkOrigins(
  store: RouterStore,
  origins: readonly Origin[],
  lanes: ReadonlyMap<string, Lane>,
): Promise<void> {
  // Read after the topics: what is in them was in the log before.
  const heads: ByPartition<number> = await store.heads();
  const ids = await store.idsAt(origins.map(({ source }) => source));
  origins.forEach(({ topic, partition, source, id }, i) => {
    const lane = lanes.get(topic);
    if (!lane || lane.stopped !== undefined) return;
    const place = `partition ${partition} has event ${id} as ${source.partition}/${source.sequence} of the log`;
    const head = heads.get(source.partition) ?? 0;
    const expected = ids[i];
    if (source.sequence > head) lane.stopped = `${place}, which ends at ${head}: ${FOREIGN}`;
    else if (expected !== undefined && expected !== id) {
      lane.stopped = `${place}, where the log has ${expected}: ${FOREIGN}`;
    }
  });
}
