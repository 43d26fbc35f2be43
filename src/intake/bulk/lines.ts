/** A line of a stream. Its number counts from 1, blank lines too, so that it is the one an editor shows. */
export interface Line {
  readonly number: number;
  /** `undefined` where it was longer than allowed: it was not kept. */
  readonly bytes: Buffer | undefined;
}

const NEWLINE = 0x0a;
const BLANK = new Set([0x20, 0x09, 0x0d]);

/** Cuts bytes, as they come, into lines. Holds at most `bytesMax` of an unfinished one. */
export class LineSplitter {
  readonly #bytesMax: number;
  #number = 0;
  #pieces: Buffer[] = [];
  #length = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** The lines that end in `chunk`, without their line ends; blank ones are left out. */
  *push(chunk: Buffer): Generator<Line> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end));
      start = end + 1;
      yield* this.#finish();
    }
    this.#keep(chunk.subarray(start));
  }

  /** The last line, where no line end follows it. */
  *end(): Generator<Line> {
    if (this.#length > 0) yield* this.#finish();
  }

  #keep(piece: Buffer): void {
    this.#length += piece.length;
    if (this.#length > this.#bytesMax) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  *#finish(): Generator<Line> {
    const number = ++this.#number;
    const isTooLong = this.#length > this.#bytesMax;
    const [first] = this.#pieces;
    const bytes = this.#pieces.length === 1 && first ? first : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#length = 0;
    if (isTooLong) yield { number, bytes: undefined };
    else if (!isBlank(bytes)) yield { number, bytes };
  }
}

function isBlank(bytes: Buffer): boolean {
  for (const byte of bytes) if (!BLANK.has(byte)) return false;
  return true;
}
