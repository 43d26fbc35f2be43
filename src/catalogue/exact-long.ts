import avro from 'avsc';
import { dataFault } from './faults.js';
import type { Tap } from './tap.js';

const VARINT_BYTES_MAX = 10;
const TWO_27 = 2 ** 27;

/** A long that is exact up to ±(2^53 - 1) and refuses what lies beyond. */
export class ExactLong extends avro.types.LongType {
  /** Zigzag varint. The value without its sign bit is kept in two halves of 27 bits and more, each exact. */
  _read(tap: Tap): number {
    const { buf } = tap;
    let low = 0;
    let high = 0;
    for (let i = 0; i < VARINT_BYTES_MAX; i++) {
      const byte = buf[tap.pos++];
      if (byte === undefined) throw dataFault('undecodable', 'truncated number');
      const bits = byte & 0x7f;
      if (i < 4) low |= bits << (7 * i);
      else high += bits * 2 ** (7 * (i - 4));
      if (byte < 0x80) return unzigzag(low, high);
    }
    throw dataFault('undecodable', 'a number of more than 10 bytes');
  }

  _write(tap: Tap, value: number): void {
    if (value >= -0x40000000 && value < 0x40000000) {
      tap.writeLong(value);
      return;
    }
    const half = value < 0 ? -value - 1 : value;
    let low = (half % TWO_27) * 2 + (value < 0 ? 1 : 0);
    for (let i = 0; i < 4; i++) {
      tap.buf[tap.pos++] = (low & 0x7f) | 0x80;
      low >>>= 7;
    }
    let high = Math.floor(half / TWO_27);
    while (high >= 0x80) {
      tap.buf[tap.pos++] = (high & 0x7f) | 0x80;
      high >>>= 7;
    }
    tap.buf[tap.pos++] = high;
  }
}

/** `low` is the lowest 28 bits with the sign at the bottom, `high` all above. */
function unzigzag(low: number, high: number): number {
  if (high === 0) return (low >>> 1) ^ -(low & 1);
  const half = (low >>> 1) + high * TWO_27;
  const value = low & 1 ? -half - 1 : half;
  if (!Number.isSafeInteger(value)) throw dataFault('unsafe_integer', 'a whole number beyond 2^53 - 1');
  return value;
}
