/** Writes Kafka's wire format into a buffer that grows. */
export class WireWriter {
  #bytes: Buffer;
  #at = 0;

  /** @param expectedBytes where they do, the buffer grows no more */
  constructor(expectedBytes: number) {
    this.#bytes = Buffer.allocUnsafe(Math.max(1, expectedBytes));
  }

  /** Where the next byte comes. */
  get at(): number {
    return this.#at;
  }

  /** What was written, not copied. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }

  int8(value: number): void {
    const at = this.#pass(1);
    this.#bytes.writeInt8(value, at);
  }

  int16(value: number): void {
    const at = this.#pass(2);
    this.#bytes.writeInt16BE(value, at);
  }

  int32(value: number): void {
    const at = this.#pass(4);
    this.#bytes.writeInt32BE(value, at);
  }

  int64(value: bigint): void {
    const at = this.#pass(8);
    this.#bytes.writeBigInt64BE(value, at);
  }

  /** Where `int32` was written before its value was known. */
  int32At(at: number, value: number): void {
    this.#bytes.writeInt32BE(value, at);
  }

  /** An unsigned checksum, where `int32` was written before. */
  uint32At(at: number, value: number): void {
    this.#bytes.writeUInt32BE(value, at);
  }

  /** A zigzag varint; exact from -2^52 to 2^52. */
  varint(value: number): void {
    this.#need(VARINT_BYTES);
    let left = value < 0 ? -2 * value - 1 : 2 * value;
    while (left >= 0x80) {
      this.#bytes[this.#at++] = (left % 0x80) | 0x80;
      left = Math.floor(left / 0x80);
    }
    this.#bytes[this.#at++] = left;
  }

  raw(value: Uint8Array): void {
    this.#need(value.length);
    this.#bytes.set(value, this.#at);
    this.#at += value.length;
  }

  /** UTF-8 behind its length in bytes. */
  string16(value: string | null): void {
    const length = value === null ? -1 : Buffer.byteLength(value);
    this.int16(length);
    if (value !== null) this.#utf8(value, length);
  }

  /** Bytes, or a text as UTF-8, behind their length; of nothing the length is -1. */
  varintBytes(value: Uint8Array | string | null): void {
    const length = value === null ? -1 : Buffer.byteLength(value);
    this.varint(length);
    if (typeof value === 'string') this.#utf8(value, length);
    else if (value !== null) this.raw(value);
  }

  /** Puts the length of what was written since `start` before it, as a varint. */
  varintLengthAt(start: number): void {
    const length = this.#at - start;
    // At the end it is as long as it will be at its place.
    this.varint(length);
    const prefix = this.#bytes.subarray(start + length, this.#at);
    const kept = Uint8Array.from(prefix);
    this.#bytes.copyWithin(start + kept.length, start, start + length);
    this.#bytes.set(kept, start);
  }

  #utf8(value: string, length: number): void {
    this.#need(length);
    this.#bytes.write(value, this.#at, length);
    this.#at += length;
  }

  #pass(bytes: number): number {
    this.#need(bytes);
    const at = this.#at;
    this.#at += bytes;
    return at;
  }

  #need(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(2 * (this.#at + bytes));
    this.#bytes.copy(grown, 0, 0, this.#at);
    this.#bytes = grown;
  }
}

/** Of 53 bits. */
const VARINT_BYTES = 8;
