import { DataFault } from '../../errors.js';
import type { InboundRecord, InboundSchemas, SchemaMeaning } from './port.js';
import { type Meanings, schemaIdOf } from './read-record.js';

/** More than any registry of ours has; a producer that makes up ids must not fill the memory. */
const KNOWN_MAX = 10_000;

/** What schema ids stand for, asked once for each, so that a record costs a look-up and no promise. */
export class KnownMeanings {
  readonly #schemas: InboundSchemas;
  readonly #known = new Map<number, SchemaMeaning | DataFault>();

  constructor(schemas: InboundSchemas) {
    this.#schemas = schemas;
  }

  /**
   * Learns what it needs for these records. That an id is unknown is not kept: it may be registered any moment.
   *
   * @throws whatever keeps the registry from answering
   */
  async for(records: readonly InboundRecord[]): Promise<Meanings> {
    if (this.#known.size >= KNOWN_MAX) this.#known.clear();
    const asked = new Set<number>();
    for (const record of records) {
      const id = schemaIdOf(record);
      if (id !== undefined && !this.#known.has(id)) asked.add(id);
    }
    for (const id of asked) {
      const meaning = await this.#ask(id);
      if (meaning) this.#known.set(id, meaning);
    }
    return (id) => this.#known.get(id);
  }

  async #ask(id: number): Promise<SchemaMeaning | DataFault | undefined> {
    try {
      return await this.#schemas.meaningOf(id);
    } catch (error) {
      if (error instanceof DataFault) return new DataFault('incompatible_schema', error.message);
      throw error;
    }
  }
}
