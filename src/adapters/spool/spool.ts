import { Readable } from 'node:stream';
import { RequestError } from '../../errors.js';
import type { ResultSpool } from '../../intake/index.js';
import { FileQueue } from './file-queue.js';

/** Of each spool in memory: a client that reads while it sends never needs more. */
const MEMORY_BYTES = 256 * 1024;
const NO_ROOM = 'There is no room for results that were not read yet. Read results while you send.';
const PIECE_BYTES = 64 * 1024;

/** What all spools of a process may keep in files together. */
export interface FileBudget {
  readonly folder: string;
  readonly bytesMax: number;
  bytes: number;
}

/**
 * A spool that keeps a little in memory and the rest in a file. As long as the file has something, all that comes goes behind
 * it, so that order is kept.
 */
export class Spool implements ResultSpool {
  readonly output: Readable;
  readonly #budget: FileBudget;
  readonly #memory: Buffer[] = [];
  #memoryBytes = 0;
  #file: FileQueue | undefined;
  #fileBytes = 0;
  #isAppending = false;
  #last = Buffer.alloc(0);
  #until: Promise<unknown> | undefined;
  #isEnded = false;
  #isDiscarded = false;
  #wake: (() => void) | undefined;

  constructor(budget: FileBudget) {
    this.#budget = budget;
    this.output = Readable.from(this.#read(), { objectMode: false });
  }

  async append(text: string): Promise<void> {
    if (this.#isDiscarded) return;
    const bytes = Buffer.from(text);
    if (!this.#file && this.#memoryBytes + bytes.length <= MEMORY_BYTES) {
      this.#memory.push(bytes);
      this.#memoryBytes += bytes.length;
    } else {
      this.#isAppending = true;
      try {
        await this.#appendToFile(bytes);
      } catch (cause) {
        throw new RequestError('service_unavailable', { detail: NO_ROOM, cause });
      } finally {
        this.#isAppending = false;
        if (this.#isDiscarded) await this.#closeFile();
      }
    }
    this.#wake?.();
  }

  end(lastText = '', until?: Promise<unknown>): void {
    this.#last = Buffer.from(lastText);
    this.#until = until;
    this.#isEnded = true;
    this.#wake?.();
  }

  discard(): void {
    this.#isDiscarded = true;
    this.#wake?.();
    this.output.destroy();
    if (!this.#isAppending) void this.#closeFile();
  }

  async #appendToFile(bytes: Buffer): Promise<void> {
    const budget = this.#budget;
    if (budget.bytes + bytes.length > budget.bytesMax) {
      throw new Error(
        `results that nobody has read yet fill the ${budget.bytesMax} bytes there are for them`,
      );
    }
    budget.bytes += bytes.length;
    this.#fileBytes += bytes.length;
    this.#file ??= await FileQueue.create(budget.folder);
    await this.#file.append(bytes);
  }

  async *#read(): AsyncGenerator<Buffer> {
    while (!this.#isDiscarded) {
      const piece = this.#memory.shift();
      if (piece) {
        this.#memoryBytes -= piece.length;
        yield piece;
      } else if (this.#file && this.#file.length > 0) {
        const bytes = await this.#file.read(PIECE_BYTES);
        if (this.#file?.length === 0 && !this.#isAppending) await this.#closeFile();
        yield bytes;
      } else if (this.#isEnded) {
        if (this.#last.length > 0) yield this.#last;
        await this.#until;
        return;
      } else {
        await new Promise<void>((wake) => {
          this.#wake = wake;
        });
      }
    }
  }

  async #closeFile(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    this.#budget.bytes -= this.#fileBytes;
    this.#fileBytes = 0;
    await file?.close();
  }
}
