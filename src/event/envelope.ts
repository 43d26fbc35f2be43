/**
 * What is known about an event besides its payload: CloudEvents 1.0 context attributes plus our extensions.
 *
 * An attribute the emitter does not know is `null`, never guessed. Times are UTC, ISO 8601 with milliseconds
 * and a trailing `Z`, so that they sort as text.
 */
export interface Envelope {
  /** UUIDv7 for our own events; any non-empty text for foreign ones. `(source, id)` is unique. */
  readonly id: string;
  /** Who says so, e.g. `headrace/importer`. */
  readonly source: string;
  /** The catalogue's event type, e.g. `account.created`. */
  readonly type: string;
  /** The version of the type the payload is written in, e.g. `v1`. */
  readonly version: string;
  /** When it happened, as the emitter says. */
  readonly time: string;
  /** The entity it is about, e.g. `account/A-1234`. */
  readonly subject: string | null;
  /** Events of one key keep their order; the key decides the partition. */
  readonly key: string;
  readonly importSupplier: string | null;
  readonly organisation: string | null;
  /** Id of the event that led to this one. */
  readonly causationId: string | null;
  /** Shared by all events that one request led to. */
  readonly correlationId: string | null;
  /** W3C trace context of the request. */
  readonly traceparent: string | null;
}

/** An event about to be journaled: envelope and bare Avro payload (no registry framing). */
export interface EventToAppend {
  readonly envelope: Envelope;
  readonly payload: Buffer;
}

/** An event in the log, at its place. */
export interface RecordedEvent extends EventToAppend {
  readonly partition: number;
  /** 1, 2, 3 … within the partition, without gaps. */
  readonly sequence: number;
  /** When it was appended (Unix milliseconds, the database's clock): lag is measured against it. */
  readonly appendedAt: number;
}

/** A recorded event whose payload is decoded and upcast to the current form of its type. */
export interface DecodedEvent<Type extends string = string, Data = Readonly<Record<string, unknown>>> {
  readonly type: Type;
  readonly data: Data;
  readonly envelope: Envelope;
  readonly partition: number;
  readonly sequence: number;
}
