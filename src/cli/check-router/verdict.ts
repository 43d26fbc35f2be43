import { createKafka, type KafkaSettings } from '../../adapters/kafka/index.js';
import { readOrigins } from '../../adapters/kafka/read-origins.js';
import type { Pool } from '../../adapters/postgres/pool.js';
import { createRelayJournal } from '../../adapters/postgres/relay-journal.js';
import { Decoding, type RouteTable } from '../../router/index.js';
import type { Counts } from '../check/command.js';
import { catalogue } from './routes.js';

/** The topics as they stand, raw, against the journal. */
export interface Verdict extends Counts {
  /** Records that should be there, in all topics. */
  readonly events: number;
}

const READ_EVENTS = 5_000;

/** @param table no topic of it was written by anybody but the routers of the check */
export async function judge(kafka: KafkaSettings, pool: Pool, table: RouteTable): Promise<Verdict> {
  const expected = await expectedIds(pool, table);
  const counts = { events: 0, missing: 0, repeated: 0, out_of_order: 0 };
  for (const [topic, ids] of expected) {
    counts.events += ids.size;
    const seen = new Set<string>();
    const newest = new Map<string, number>();
    for (const { partition, source, id } of await readOrigins(createKafka(kafka), topic)) {
      if (seen.has(id)) {
        counts.repeated++;
        continue;
      }
      seen.add(id);
      // Each partition of the log comes in order, whatever others come between.
      const way = `${source.partition} to ${partition}`;
      if (source.sequence < (newest.get(way) ?? 0)) counts.out_of_order++;
      newest.set(way, source.sequence);
    }
    for (const id of ids) if (!seen.has(id)) counts.missing++;
  }
  return counts;
}

/** By topic, the ids of the events that its route matches. */
async function expectedIds(pool: Pool, table: RouteTable): Promise<Map<string, Set<string>>> {
  const ids = new Map<string, Set<string>>();
  for (const target of table.targets.keys()) ids.set(target.slice('topic:'.length), new Set());
  const journal = createRelayJournal(pool);
  const positions = new Map([...(await journal.heads()).keys()].map((partition) => [partition, 0]));
  for (;;) {
    const read = await journal.readBehind(positions, READ_EVENTS);
    if (read.size === 0) return ids;
    for (const event of [...read.values()].flat()) {
      positions.set(event.partition, event.sequence);
      const { type, version, id } = event.envelope;
      const data = new Decoding(catalogue, event).current();
      if (data instanceof Error) throw data;
      for (const plan of table.plansOf(type, version) ?? []) {
        if (plan.matches(event.envelope, data)) ids.get(plan.target.slice('topic:'.length))?.add(id);
      }
    }
  }
}
