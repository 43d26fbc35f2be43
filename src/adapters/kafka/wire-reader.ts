/** Reads Kafka's wire format from where it stands. Beyond the end it reads zeros: lengths are checked by who uses them. */
export class WireReader {
  readonly bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  int8(): number {
    return this.bytes.readInt8(this.#pass(1));
  }

  int16(): number {
    return this.bytes.readInt16BE(this.#pass(2));
  }

  int32(): number {
    return this.bytes.readInt32BE(this.#pass(4));
  }

  int64(): bigint {
    return this.bytes.readBigInt64BE(this.#pass(8));
  }

  /** A zigzag varint of at most 32 bits. */
  varint(): number {
    const { bytes } = this;
    let byte = bytes[this.at++] ?? 0;
    // Nearly all are lengths of one byte.
    if (byte < 0x80) return (byte >>> 1) ^ -(byte & 1);
    let value = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[this.at++] ?? 0;
      value |= (byte & 0x7f) << shift;
    }
    return (value >>> 1) ^ -(value & 1);
  }

  /** A zigzag varint of at most 64 bits; exact up to 2^53. */
  varlong(): number {
    const { bytes } = this;
    let value = 0;
    let byte = 0x80;
    for (let scale = 1; byte >= 0x80; scale *= 0x80) {
      byte = bytes[this.at++] ?? 0;
      value += (byte & 0x7f) * scale;
    }
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** An array whose number of elements goes before it; none where that is negative. */
  array<T>(element: () => T): T[] {
    const found: T[] = [];
    for (let left = this.int32(); left > 0; left--) found.push(element());
    return found;
  }

  #pass(bytes: number): number {
    const { at } = this;
    this.at += bytes;
    return at;
  }
}
