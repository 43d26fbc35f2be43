import type { Catalogue, Payload } from '../catalogue/index.js';
import { DataFault } from '../errors.js';
import type { RecordedEvent } from '../event/index.js';

/** An event that is decoded when somebody asks, and once. A fault of its data is remembered like a value. */
export class Decoding {
  readonly event: RecordedEvent;
  readonly #catalogue: Catalogue;
  #current: Payload | DataFault | undefined;

  constructor(catalogue: Catalogue, event: RecordedEvent) {
    this.event = event;
    this.#catalogue = catalogue;
  }

  /** The payload in current form. @returns the fault, where the event is at fault */
  current(): Payload | DataFault {
    this.#current ??= orFault(() => this.#catalogue.decodeCurrent(this.event).data);
    return this.#current;
  }

  /** The event in another form: its version and bytes, or why it cannot be had in it. */
  as(form: string): Written | string {
    const { type, version } = this.event.envelope;
    if (form === 'as-sent' || form === version) return { version, payload: this.event.payload };
    const current = this.current();
    if (current instanceof DataFault) return current.reason;
    const written = orFault(() => this.#write(type, form, current));
    return written instanceof DataFault ? written.reason : written;
  }

  #write(type: string, form: string, current: Payload): Written | string {
    if (form === 'current') {
      return { version: form, payload: this.#catalogue.encodeCurrent(type, current) };
    }
    const info = this.#catalogue.types.get(type);
    if (!info?.versions.some(({ version }) => version === form)) return `no version ${form}`;
    const data = this.#catalogue.toVersion(type, form, current);
    if (data === undefined) return `${form} requires what this event does not say`;
    return { version: form, payload: this.#catalogue.encodeUnknown(type, form, data) };
  }
}

export interface Written {
  /** A version of the type, or `current`. */
  readonly version: string;
  readonly payload: Buffer;
}

function orFault<T>(work: () => T): T | DataFault {
  try {
    return work();
  } catch (error) {
    if (error instanceof DataFault) return error;
    throw error;
  }
}
