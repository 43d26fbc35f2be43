import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes in a file, first in, first out. The file has no name: whatever ends this process, it leaves nothing behind. */
export class FileQueue {
  readonly #file: FileHandle;
  readonly #path: string;
  #readAt = 0;
  #writeAt = 0;

  private constructor(file: FileHandle, path: string) {
    this.#file = file;
    this.#path = path;
  }

  static async create(folder: string): Promise<FileQueue> {
    const path = join(folder, randomUUID());
    // What clients import is nobody else's to read.
    const file = await open(path, 'wx+', 0o600);
    // Some systems keep the name of an open file; there it is removed when the file is closed, or at the next start.
    await rm(path).catch(() => {});
    return new FileQueue(file, path);
  }

  get length(): number {
    return this.#writeAt - this.#readAt;
  }

  /** Bytes that are in the queue after a failure are those that were in it before. */
  async append(bytes: Buffer): Promise<void> {
    let written = 0;
    while (written < bytes.length) {
      const at = this.#writeAt + written;
      written += (await this.#file.write(bytes, written, bytes.length - written, at)).bytesWritten;
    }
    this.#writeAt += bytes.length;
  }

  /** The next bytes, at most `max`. Their space is given back when the queue is closed. */
  async read(max: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(Math.min(max, this.length));
    const { bytesRead } = await this.#file.read(bytes, 0, bytes.length, this.#readAt);
    if (bytesRead === 0 && bytes.length > 0) throw new Error('results are missing from their file');
    this.#readAt += bytesRead;
    return bytes.subarray(0, bytesRead);
  }

  /** Closes it; what is in it is gone. */
  async close(): Promise<void> {
    await this.#file.close();
    await rm(this.#path, { force: true });
  }
}
