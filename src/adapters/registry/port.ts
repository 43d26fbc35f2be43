import type { AvroRecord } from '../../catalogue/index.js';

/** One schema that Headrace writes with. */
export interface CatalogueSchema {
  /** The event type, e.g. `account.created`. */
  readonly type: string;
  /** The version, e.g. `v1`, or `current` for the current form. */
  readonly version: string;
  /** The registry's subject, which is also the record's full name, e.g. `account.created_v1`. */
  readonly subject: string;
  /** Complete in itself: nothing refers to another subject. */
  readonly schema: AvroRecord;
}

/** What an id in a message stands for. */
export type SchemaLookup =
  /**
   * A record of the catalogue. `writerSchema` is undefined where the bytes are as the committed schema has them, and
   * otherwise what to hand to `Catalogue.decoderOf`: somebody registered another schema of this record.
   */
  | {
      readonly outcome: 'known';
      readonly type: string;
      readonly version: string;
      readonly writerSchema: AvroRecord | undefined;
    }
  /** A schema that is in the registry and none of the catalogue's. `name` is its record's, or says what it is. */
  | { readonly outcome: 'foreign'; readonly name: string }
  /** The registry knows no such id. */
  | { readonly outcome: 'unknown' };

/**
 * Ids of all schemas of the catalogue, from memory. Undefined for a type-version that is not in it.
 *
 * @param version a version, or `current`
 */
export type SchemaIds = (type: string, version: string) => number | undefined;

export interface SchemaRegistry {
  /**
   * Makes sure that every schema of the catalogue is registered, each under its subject, which takes FULL compatible
   * changes only. Repeating it changes nothing.
   *
   * @throws RegistryUnavailable where waiting helps
   * @throws RegistryRefused where it does not: an incompatible change, no permission
   */
  register(): Promise<SchemaIds>;

  /**
   * What an id stands for. Asks once for each id; that an id is unknown is believed for a short time only.
   *
   * @throws RegistryUnavailable, RegistryRefused: the registry's fault or ours, never the message's
   */
  schemaOf(id: number): Promise<SchemaLookup>;
}
