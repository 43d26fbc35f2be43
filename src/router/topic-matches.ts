import { partitionOf, type RecordedEvent } from '../event/index.js';
import type { Lane } from './lane.js';
import type { Match } from './match.js';
import type { RoutedRecord } from './port.js';

/** A record's headers and framing take some hundred bytes; counting more only makes requests a little smaller. */
const OVERHEAD_BYTES = 1_024;

/** What one request may carry. */
export interface RequestLimits {
  /** Most bytes for one partition of a topic; the topics must take messages of this size. */
  readonly partitionBytes: number;
  readonly records: number;
}

/** One request: all that becomes of the events of a partition up to `through`, behind the request before it. */
export interface TopicRequest {
  readonly records: readonly RoutedRecord[];
  readonly lanes: ReadonlySet<Lane>;
  /** Sequence of the last event. */
  readonly through: number;
}

/**
 * Cuts what goes to topics into requests, between events and never within one. Records that a topic has already are
 * left out. Made one by one as they are asked for, so that few are in memory.
 *
 * @param matches of events of one partition, in order
 */
export function* topicRequests(
  matches: readonly (Match & { readonly lane: Lane; readonly topic: string })[],
  partitionCount: number,
  limits: RequestLimits,
): Generator<TopicRequest> {
  let records: RoutedRecord[] = [];
  let lanes = new Set<Lane>();
  let sizes = new Map<string, number>();
  let full = false;
  let through = 0;
  for (const match of matches) {
    const { event } = match.decoding;
    if (full && event.sequence !== through) {
      yield { records, lanes, through };
      records = [];
      lanes = new Set();
      sizes = new Map();
      full = false;
    }
    through = event.sequence;
    lanes.add(match.lane);
    const partition = partitionFor(match.key, event, partitionCount);
    if (match.lane.has(partition, event.partition, event.sequence)) continue;
    const record = recordOf(match, partition);
    records.push(record);
    const place = `${record.topic}/${partition}`;
    const size = (sizes.get(place) ?? 0) + record.payload.length + OVERHEAD_BYTES;
    sizes.set(place, size);
    if (size >= limits.partitionBytes || records.length >= limits.records) full = true;
  }
  if (lanes.size > 0) yield { records, lanes, through };
}

/** An event's own key has brought it to its partition, which is then the topic's as well. */
function partitionFor(key: string, { envelope, partition }: RecordedEvent, partitionCount: number): number {
  return key === envelope.key ? partition : partitionOf(key, partitionCount);
}

function recordOf(
  { plan, key, decoding, topic }: Match & { readonly topic: string },
  partition: number,
): RoutedRecord {
  const { event } = decoding;
  const written = decoding.as(plan.form);
  const record = { topic, partition, key, event };
  if (typeof written !== 'string') return { ...record, ...written, notConverted: undefined };
  const { envelope, payload } = event;
  return { ...record, version: envelope.version, payload, notConverted: `${plan.form}: ${written}` };
}
