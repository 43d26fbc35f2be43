import type { SchemaRegistry } from '../adapters/registry/port.js';
import type { AvroRecord, Catalogue, Payload } from '../catalogue/index.js';
import { DataFault } from '../errors.js';
import type { Envelope } from '../event/index.js';

/** How payloads with one schema id become the current form of their type. */
export interface Decoder {
  readonly type: string;
  /** `current` where they are in current form already. */
  readonly version: string;
  /** @throws DataFault whatever the bytes */
  decode(payload: Buffer, envelope: Envelope): Payload;
}

/** Why payloads with an id cannot be read. */
export interface Unreadable {
  readonly unreadable: string;
}

/** Decoders by schema id. The registry is asked once for each. */
export class Decoders {
  readonly #registry: Pick<SchemaRegistry, 'schemaOf'>;
  readonly #catalogue: Catalogue;
  readonly #known = new Map<number, Decoder>();

  constructor(registry: Pick<SchemaRegistry, 'schemaOf'>, catalogue: Catalogue) {
    this.#registry = registry;
    this.#catalogue = catalogue;
  }

  /** `undefined` where {@link learn} was not called yet. */
  known(id: number): Decoder | undefined {
    return this.#known.get(id);
  }

  /** Rejects where the registry does not answer: a fault of infrastructure, never of the data. */
  async learn(id: number): Promise<Decoder | Unreadable> {
    const found = await this.#registry.schemaOf(id);
    if (found.outcome === 'unknown') return { unreadable: `the registry knows no schema ${id}` };
    if (found.outcome === 'foreign') {
      return { unreadable: `schema ${id} is ${found.name}, which this version of the library does not know` };
    }
    try {
      const decoder = this.#make(found.type, found.version, found.writerSchema);
      this.#known.set(id, decoder);
      return decoder;
    } catch (error) {
      if (!(error instanceof DataFault)) throw error;
      return { unreadable: `schema ${id}: ${error.message}` };
    }
  }

  #make(type: string, version: string, writerSchema: AvroRecord | undefined): Decoder {
    const catalogue = this.#catalogue;
    if (version === 'current') {
      const decode = writerSchema
        ? catalogue.currentDecoderOf(type, writerSchema)
        : (payload: Buffer) => catalogue.decodeCurrentForm(type, payload);
      return { type, version, decode };
    }
    const decode = writerSchema
      ? catalogue.decoderOf(type, version, writerSchema)
      : (payload: Buffer) => catalogue.decode(type, version, payload);
    const upcast = (payload: Buffer, envelope: Envelope) =>
      catalogue.toCurrent(type, version, decode(payload), envelope);
    return { type, version, decode: upcast };
  }
}
