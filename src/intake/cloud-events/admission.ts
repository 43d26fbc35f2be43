import type { Catalogue, Payload, TypeInfo } from '../../catalogue/index.js';
import { DataFault } from '../../errors.js';

/** What publishing needs to know of the catalogue. */
export type PublishedTypes = Pick<Catalogue, 'types' | 'keyOf' | 'decode' | 'check' | 'encodeUnknown'>;

export type Admission = 'admitted' | 'reserved_type' | 'unknown_type' | 'unknown_version';

/** Outcomes of imports and orders: only this installation says them. */
const OUTCOMES = 'data_import.';

/** Whether others may publish events of this type and version. A type that begins like a reserved one is reserved, known or not. */
export function admit(types: ReadonlyMap<string, TypeInfo>, type: string, version: string): Admission {
  const info = types.get(type);
  if (type.startsWith(OUTCOMES) || info?.internal) return 'reserved_type';
  if (!info) return 'unknown_type';
  return info.versions.some((known) => known.version === version) ? 'admitted' : 'unknown_version';
}

/** Longer text is no key of an entity; and a key travels in the headers of every record. */
const KEY_LENGTH_MAX = 1_000;

/**
 * The partition key of a payload, by the rule of its type alone: read models rely on one entity being in one partition, so
 * a publisher's own `partitionkey` counts for nothing.
 *
 * @throws DataFault `invalid_key` where the payload has none, or one that is too long
 */
export function publishedKey(
  catalogue: Pick<Catalogue, 'keyOf'>,
  type: string,
  version: string,
  data: Payload,
  organisation: string | null,
): string {
  const key = catalogue.keyOf(type, version, data, organisation);
  if (key === undefined) throw new DataFault('invalid_key', `${type}: goes by a process of ours`);
  if (key.length > KEY_LENGTH_MAX) {
    throw new DataFault('invalid_key', `${type}: a key of more than ${KEY_LENGTH_MAX} characters`);
  }
  return key;
}

/** Most bytes of one event's payload. */
export const PAYLOAD_BYTES_MAX = 512 * 1_024;
