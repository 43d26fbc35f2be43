import { isUtf8 } from 'node:buffer';
import avro from 'avsc';
import { dataFault } from './faults.js';
import type { Tap } from './tap.js';

/** Text that is UTF-8 and has no NUL: PostgreSQL's text cannot hold one. */
export class Utf8String extends avro.types.StringType {
  _read(tap: Tap): string {
    const start = tap.pos;
    const text = tap.readString();
    if (text === undefined) throw dataFault('undecodable', 'truncated text');
    if (text.includes('\0')) throw dataFault('undecodable', 'text with NUL');
    // The replacement character is either in the bytes or stands for malformed ones.
    if (text.includes('\ufffd')) {
      const end = tap.pos;
      tap.pos = start;
      tap.skipLong();
      if (!isUtf8(tap.buf.subarray(tap.pos, end))) throw dataFault('undecodable', 'text is not UTF-8');
      tap.pos = end;
    }
    return text;
  }
}

/** A finite number; -0 is 0. */
export class FiniteDouble extends avro.types.DoubleType {
  _read(tap: Tap): number {
    const value = tap.readDouble();
    if (!Number.isFinite(value)) throw dataFault('undecodable', 'a number that is not finite');
    return value + 0;
  }

  _write(tap: Tap, value: number): void {
    tap.writeDouble(value + 0);
  }
}

/** 0 or 1. */
export class StrictBoolean extends avro.types.BooleanType {
  _read(tap: Tap): boolean {
    const byte = tap.buf[tap.pos++];
    if (byte === 1) return true;
    if (byte === 0) return false;
    throw dataFault('undecodable', byte === undefined ? 'truncated boolean' : 'a boolean other than 0 and 1');
  }
}

/** A list. Items of every schema of ours take at least one byte, so bytes left bound the items. */
export class BoundedArray extends avro.types.ArrayType {
  _read(this: { readonly itemsType: Reader }, tap: Tap): unknown[] {
    const items: unknown[] = [];
    for (let left = blockLength(tap); left > 0; left = blockLength(tap)) {
      while (left-- > 0) items.push(this.itemsType._read(tap));
    }
    return items;
  }

  _skip(this: { readonly itemsType: Reader }, tap: Tap): void {
    for (let left = blockLength(tap); left > 0; left = blockLength(tap)) {
      while (left-- > 0) this.itemsType._skip(tap);
    }
  }
}

interface Reader {
  _read(tap: Tap): unknown;
  _skip(tap: Tap): void;
}

/** Items in the next block of an array; 0 ends it. A negative count has the block's size in bytes behind it. */
function blockLength(tap: Tap): number {
  let length = tap.readLong();
  if (length < 0) {
    length = -length;
    tap.skipLong();
  }
  if (!(length <= tap.buf.length - tap.pos)) throw dataFault('undecodable', 'truncated array');
  return length;
}
