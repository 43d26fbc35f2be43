import { type Pool, Query } from 'pg';

/**
 * Reads rows in PostgreSQL's binary format, which the `pg` library has for COPY only: bytes arrive as bytes and not as
 * hexadecimal text, and nothing is made of a row but what `onRow` reads.
 *
 * @param select a query without parameters
 * @param onRow told of each row before the next; its bytes are overwritten afterwards
 */
export async function copyOut(pool: Pool, select: string, onRow: (row: BinaryRow) => void): Promise<void> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      client.query(
        new CopyOut(`COPY (${select}) TO STDOUT (FORMAT binary)`, onRow, (error) =>
          error ? reject(error) : resolve(),
        ),
      );
    });
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** What everything begins with: a signature of 11 bytes, flags, and the length of an extension that is none. */
const HEAD_BYTES = 11 + 4 + 4;
/** What stands in place of a count of columns behind the last row. */
const TRAILER = -1;

/** The protocol has one message for each row. */
class CopyOut extends Query {
  readonly #row = new BinaryRow();
  readonly #onRow: (row: BinaryRow) => void;
  #begun = false;
  #fault: Error | undefined;

  constructor(text: string, onRow: (row: BinaryRow) => void, done: (error: Error | undefined) => void) {
    super(text, (error: Error | null) => done(error ?? this.#fault));
    this.#onRow = onRow;
  }

  /** A throw would end the process: it is kept until the server has sent everything. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (this.#fault) return;
    try {
      const start = this.#begun ? 0 : HEAD_BYTES;
      this.#begun = true;
      // The head may come alone.
      if (start < chunk.length && this.#row.begin(chunk, start) !== TRAILER) this.#onRow(this.#row);
    } catch (error) {
      this.#fault = error instanceof Error ? error : new Error(String(error));
    }
  }
}

const NULL = -1;
const UPPER_HALF = 2 ** 32;
/** 2000-01-01, which PostgreSQL counts from, in Unix milliseconds. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

/** A row whose columns are read one after the other, each as its type is. */
export class BinaryRow {
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;

  /** @returns the number of columns, or -1 where there is no further row */
  begin(bytes: Buffer, start: number): number {
    this.#bytes = bytes;
    this.#at = start + 2;
    return bytes.readInt16BE(start);
  }

  smallint(): number {
    const at = this.#take();
    return this.#bytes.readInt16BE(at);
  }

  /** @throws RangeError past 2^53, where a number would lie */
  bigint(): number {
    const at = this.#take();
    const value = this.#bytes.readInt32BE(at) * UPPER_HALF + this.#bytes.readUInt32BE(at + 4);
    if (!Number.isSafeInteger(value)) throw new RangeError(`a bigint near ${value} does not fit a number`);
    return value;
  }

  /** Unix milliseconds of a `timestamptz`; what is below a millisecond is cut off. */
  milliseconds(): number {
    return Math.floor(this.bigint() / 1_000) + EPOCH_MS;
  }

  text(): string {
    return this.textOrNull() ?? '';
  }

  textOrNull(): string | null {
    const length = this.#bytes.readInt32BE(this.#at);
    const at = this.#at + 4;
    if (length === NULL) {
      this.#at = at;
      return null;
    }
    this.#at = at + length;
    return this.#bytes.toString('utf8', at, this.#at);
  }

  /** A copy. */
  bytea(): Buffer {
    const at = this.#take();
    return Buffer.from(this.#bytes.subarray(at, this.#at));
  }

  /** Steps over a column that is not null. @returns where its value begins */
  #take(): number {
    const at = this.#at + 4;
    this.#at = at + this.#bytes.readInt32BE(this.#at);
    return at;
  }
}
