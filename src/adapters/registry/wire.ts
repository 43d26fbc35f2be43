/**
 * Confluent's wire format: a magic byte 0, the schema id as 4 bytes big endian, the bare Avro payload.
 * Source: Confluent Schema Registry documentation, "Wire format".
 */
const MAGIC = 0;
const HEAD_BYTES = 5;

export type Unframed =
  /** `payload` is a view of the bytes given, not a copy. */
  | { readonly outcome: 'framed'; readonly id: number; readonly payload: Buffer }
  | { readonly outcome: 'too_short'; readonly sizeBytes: number }
  | { readonly outcome: 'wrong_magic'; readonly magic: number };

/** @param id 0 to 2^31 - 1; another one is a RangeError. */
export function frame(id: number, payload: Buffer): Buffer {
  const framed = Buffer.allocUnsafe(HEAD_BYTES + payload.length);
  framed[0] = MAGIC;
  framed.writeInt32BE(id, 1);
  payload.copy(framed, HEAD_BYTES);
  return framed;
}

/** Whatever the bytes, it does not throw. An id may be negative here; no registry has one. */
export function unframe(bytes: Buffer): Unframed {
  const magic = bytes[0];
  if (magic !== undefined && magic !== MAGIC) return { outcome: 'wrong_magic', magic };
  if (bytes.length < HEAD_BYTES) return { outcome: 'too_short', sizeBytes: bytes.length };
  return { outcome: 'framed', id: bytes.readInt32BE(1), payload: bytes.subarray(HEAD_BYTES) };
}
