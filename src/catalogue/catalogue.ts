import type { DecodedEvent, Envelope, RecordedEvent } from '../event/index.js';
import type { CurrentEvents, EventType, EventVersions } from '../generated/events.js';
import type { AvroRecord } from './avro-schema.js';
import { faultsOf } from './check.js';
import type { Codec } from './codec.js';
import { pickVersion } from './current.js';
import { dataFault, type FieldFault } from './faults.js';
import { type KeyRule, keyBy, keyDeterminedBy } from './key.js';
import type { Payload, Shape, TypeInfo, VersionInfo } from './model.js';
import type { PayloadInput, VersionOf } from './payload.js';
import type { Upcaster } from './upcast.js';

/** One type-version, ready for work. */
export interface VersionEntry {
  readonly info: VersionInfo;
  readonly schema: AvroRecord;
  readonly codec: Codec;
  /** `undefined` where the version's payloads are in current form as they are. */
  readonly upcast: Upcaster | undefined;
}

export interface TypeEntry {
  readonly info: TypeInfo;
  readonly versions: ReadonlyMap<string, VersionEntry>;
  readonly currentSchema: AvroRecord;
  readonly currentCodec: Codec;
}

/**
 * All that can be said: types, versions, codecs, upcast chains and key rules. Made by `loadCatalogue`; immutable.
 *
 * Every method throws `DataFault` with reason `unknown_type` or `unknown_version` for a type or version that is not
 * in the catalogue.
 */
export class Catalogue {
  /** By event type, internal ones included. */
  readonly types: ReadonlyMap<string, TypeInfo>;
  /** By the catalogue's name, internal ones included, whether or not an event uses them. */
  readonly shapes: ReadonlyMap<string, Shape>;
  readonly #entries: ReadonlyMap<string, TypeEntry>;

  constructor(entries: ReadonlyMap<string, TypeEntry>, shapes: ReadonlyMap<string, Shape>) {
    this.#entries = entries;
    this.shapes = shapes;
    this.types = new Map(Array.from(entries, ([name, entry]) => [name, entry.info]));
  }

  /**
   * Encodes a payload as bare Avro. A field that is not required may be left out.
   *
   * @throws PayloadFault with every fault, where the data does not fit
   */
  encode<Type extends EventType, Version extends VersionOf<Type>>(
    type: Type,
    version: Version,
    data: PayloadInput<EventVersions[Type][Version]>,
  ): Buffer {
    return this.encodeUnknown(type, version, data);
  }

  /** {@link encode} for data from outside, whose type nobody checked. */
  encodeUnknown(type: string, version: string, data: unknown): Buffer {
    return this.#version(type, version).codec.encode(data);
  }

  /** Encodes a payload in current form, as `<type>_current`. */
  encodeCurrent(type: string, data: unknown): Buffer {
    return this.#type(type).currentCodec.encode(data);
  }

  /** Every fault of a payload, 100 unless `most` are asked for; empty if it fits. */
  check(type: string, version: string, data: unknown, most?: number): readonly FieldFault[] {
    return faultsOf(this.#version(type, version).info.fields, data, most);
  }

  /**
   * Decodes bare Avro; a field that is not there is null.
   *
   * @throws DataFault `undecodable` or `unsafe_integer`, whatever the bytes
   */
  decode<Type extends EventType, Version extends VersionOf<Type>>(
    type: Type,
    version: Version,
    payload: Buffer,
  ): EventVersions[Type][Version];
  decode(type: string, version: string, payload: Buffer): Payload;
  decode(type: string, version: string, payload: Buffer): Payload {
    return this.#version(type, version).codec.decode(payload);
  }

  /** Decodes `<type>_current`. */
  decodeCurrentForm(type: string, payload: Buffer): Payload {
    return this.#type(type).currentCodec.decode(payload);
  }

  /**
   * A decoder of payloads that others wrote with another schema of this type-version (a compatible change in the
   * registry). Keep it: making one costs far more than using it.
   *
   * @param writerSchema Avro JSON, complete in itself
   * @throws DataFault `undecodable` where the schemas are not compatible
   */
  decoderOf(type: string, version: string, writerSchema: AvroRecord): (payload: Buffer) => Payload {
    return this.#version(type, version).codec.decoderOf(writerSchema);
  }

  /** {@link decoderOf} for `<type>_current`. */
  currentDecoderOf(type: string, writerSchema: AvroRecord): (payload: Buffer) => Payload {
    return this.#type(type).currentCodec.decoderOf(writerSchema);
  }

  /** Decodes an event of the log and upcasts it to the current form of its type. */
  decodeCurrent(event: RecordedEvent): DecodedEvent {
    const { envelope, partition, sequence, payload } = event;
    const { codec, upcast } = this.#version(envelope.type, envelope.version);
    const data = codec.decode(payload);
    return {
      type: envelope.type,
      data: upcast === undefined ? data : upcast(data, envelope),
      envelope,
      partition,
      sequence,
    };
  }

  /** Upcasts a decoded payload of one version to the current form of its type. */
  toCurrent<Type extends EventType>(
    type: Type,
    version: VersionOf<Type>,
    data: Payload,
    envelope: Envelope,
  ): CurrentEvents[Type];
  toCurrent(type: string, version: string, data: Payload, envelope: Envelope): Payload;
  toCurrent(type: string, version: string, data: Payload, envelope: Envelope): Payload {
    const { upcast } = this.#version(type, version);
    return upcast === undefined ? data : upcast(data, envelope);
  }

  /** Versions that a payload of this one is upcast to, one after the other; none for the newest, or one unknown. */
  upcastPath(type: string, version: string): readonly string[] {
    const versions = this.types.get(type)?.versions.map((one) => one.version) ?? [];
    return versions.includes(version) ? versions.slice(versions.indexOf(version) + 1) : [];
  }

  /** A payload in current form as one version states it; `undefined` where a field the version requires is unknown. */
  toVersion(type: string, version: string, current: Payload): Payload | undefined {
    return pickVersion(this.#version(type, version).info.fields, current);
  }

  /** The Avro schema of a type-version, complete in itself: what is registered under its record name. */
  schema(type: string, version: string): AvroRecord {
    return this.#version(type, version).schema;
  }

  /** The Avro schema of a type's current form, `<type>_current`. */
  currentSchema(type: string): AvroRecord {
    return this.#type(type).currentSchema;
  }

  /**
   * The partition key of a payload: never empty. `undefined` where it goes by a process and `organisation` (from the
   * envelope) is not known.
   *
   * @throws DataFault `invalid_payload` where the payload does not fit its schema
   */
  keyOf(type: string, version: string, data: Payload, organisation: string | null): string | undefined {
    this.#version(type, version);
    return keyBy(this.keyRule(type), type, data, organisation);
  }

  keyRule(type: string): KeyRule {
    return this.#type(type).info.key;
  }

  /**
   * What alone decides the key of every event of a type: a dotted path that is required in every version, or `process`
   * where the key is `processKey` of one process. `undefined` where neither does.
   */
  keyDeterminedBy(type: string): string | undefined {
    const { info } = this.#type(type);
    return keyDeterminedBy(info.key, info.versions);
  }

  #type(type: string): TypeEntry {
    const entry = this.#entries.get(type);
    if (entry === undefined) throw dataFault('unknown_type', `${type}: not in the catalogue`);
    return entry;
  }

  #version(type: string, version: string): VersionEntry {
    const entry = this.#type(type).versions.get(version);
    if (entry === undefined) throw dataFault('unknown_version', `${type}: has no version ${version}`);
    return entry;
  }
}
