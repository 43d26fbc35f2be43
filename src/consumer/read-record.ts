import { unframe } from '../adapters/registry/wire.js';
import { DataFault } from '../errors.js';
import type { Decoder, Decoders } from './decoders.js';
import { type AnyConsumedEvent, envelopeOf, missingHeader } from './event.js';
import { headerText, type Origin, type Origins, originOf } from './origins.js';
import type { Partition, TopicRecord } from './port.js';

/** Why a record is no event. Stable: dead letters are grouped by it. */
export type PoisonReason =
  /** A header is missing that every event has. */
  | 'missing_header'
  /** The value is not in Confluent's wire format. */
  | 'not_framed'
  /** The id of its schema is unknown, or stands for something that is not in the catalogue. */
  | 'unknown_schema'
  /** The headers name another type or version than the schema. */
  | 'schema_mismatch'
  /** The bytes are not a payload of their type and version, or its upcast failed. */
  | 'undecodable';

/** What a record is to a consumer. */
export type Reading =
  /** Of a type that nobody handles. */
  | { readonly kind: 'skipped' }
  /** It came before. */
  | { readonly kind: 'repeated' }
  | { readonly kind: 'event'; readonly event: AnyConsumedEvent }
  | {
      readonly kind: 'poison';
      readonly reason: PoisonReason;
      readonly detail: string;
      readonly origin: Origin | null;
    };

/** On every dead letter. Such records were written again, in another order: the order of origins says nothing of them. */
export const DEAD_REASON_HEADER = 'headrace-dead-reason';

const SKIPPED: Reading = { kind: 'skipped' };
const REPEATED: Reading = { kind: 'repeated' };

/** Reads the records of one partition. */
export class RecordReader {
  readonly #partition: Partition;
  readonly #types: ReadonlySet<string>;
  readonly #decoders: Decoders;

  constructor(partition: Partition, types: ReadonlySet<string>, decoders: Decoders) {
    this.#partition = partition;
    this.#types = types;
    this.#decoders = decoders;
  }

  /**
   * A promise only where a schema is met for the first time; it rejects where the registry does not answer.
   *
   * @param seen origins up to which records are repeats
   */
  read(record: TopicRecord, seen: Origins): Reading | Promise<Reading> {
    const type = headerText(record.headers, 'ce_type');
    if (type !== undefined && !this.#types.has(type)) return SKIPPED;
    const dead = record.headers?.[DEAD_REASON_HEADER] !== undefined;
    const origin = (!dead && originOf(record)) || null;
    if (origin && seen.isRepeat(origin)) return REPEATED;
    const missing = missingHeader(record.headers);
    if (missing || type === undefined) {
      return poison('missing_header', `no header ${missing ?? 'ce_type'}`, origin);
    }
    if (record.value === null) return poison('not_framed', 'there is no value', origin);
    const framed = unframe(record.value);
    if (framed.outcome !== 'framed') {
      return poison('not_framed', `the value is not in Confluent's wire format (${framed.outcome})`, origin);
    }
    const { id, payload } = framed;
    const decoder = this.#decoders.known(id);
    if (decoder) return this.#decode(record, type, origin, decoder, payload);
    return this.#decoders
      .learn(id)
      .then((learnt) =>
        'unreadable' in learnt
          ? poison('unknown_schema', learnt.unreadable, origin)
          : this.#decode(record, type, origin, learnt, payload),
      );
  }

  #decode(
    record: TopicRecord,
    type: string,
    origin: Origin | null,
    decoder: Decoder,
    payload: Buffer,
  ): Reading {
    const envelope = envelopeOf(record.headers, type);
    const sameVersion = decoder.version === 'current' || decoder.version === envelope.version;
    if (decoder.type !== type || !sameVersion) {
      const [said, written] = [envelope, decoder].map(({ type, version }) => `${type} ${version}`);
      return poison('schema_mismatch', `the headers say ${said}, the schema ${written}`, origin);
    }
    try {
      const { topic, partition } = this.#partition;
      const data = decoder.decode(payload, envelope);
      // The catalogue has decoded it as this type, so data is what the generated types say.
      const event = {
        type,
        data,
        envelope,
        origin,
        topic,
        partition,
        offset: record.offset,
      } as AnyConsumedEvent;
      return { kind: 'event', event };
    } catch (error) {
      if (!(error instanceof DataFault)) throw error;
      return poison('undecodable', `${error.reason}: ${error.message}`, origin);
    }
  }
}

const poison = (reason: PoisonReason, detail: string, origin: Origin | null): Reading => ({
  kind: 'poison',
  reason,
  detail,
  origin,
});
