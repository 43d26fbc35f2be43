/** What the log's adapters need of a schema registry. Rejections are faults of infrastructure. */
export interface LogSchemas {
  /** The id under which payloads of this type and version are written. */
  idOf(type: string, version: string): Promise<number>;
  /** What a payload with this id is; `undefined` where the id is none of the catalogue's. */
  meaningOf(id: number): Promise<SchemaMeaning | undefined>;
}

export interface SchemaMeaning {
  readonly type: string;
  readonly version: string;
  /** Writes a payload as the catalogue has its schema today; `undefined` where it is written so. */
  readonly recode: ((payload: Buffer) => Buffer) | undefined;
}

/** Answers that were given once, so that a record costs a look-up and no promise. */
export class KnownSchemas {
  readonly #schemas: LogSchemas;
  readonly #ids = new Map<string, Map<string, number>>();
  readonly #meanings = new Map<number, SchemaMeaning>();

  constructor(schemas: LogSchemas) {
    this.#schemas = schemas;
  }

  /** `undefined` where {@link learnId} was not called yet. */
  id(type: string, version: string): number | undefined {
    return this.#ids.get(type)?.get(version);
  }

  async learnId(type: string, version: string): Promise<number> {
    const id = await this.#schemas.idOf(type, version);
    const versions = this.#ids.get(type) ?? new Map<string, number>();
    this.#ids.set(type, versions.set(version, id));
    return id;
  }

  /** `undefined` where {@link learnMeanings} was not called yet, or the id is none of the catalogue's. */
  meaning(id: number): SchemaMeaning | undefined {
    return this.#meanings.get(id);
  }

  async learnMeanings(records: readonly { readonly schemaId: number }[]): Promise<void> {
    for (const { schemaId: id } of records) {
      if (this.#meanings.has(id)) continue;
      const meaning = await this.#schemas.meaningOf(id);
      if (meaning) this.#meanings.set(id, meaning);
    }
  }
}
