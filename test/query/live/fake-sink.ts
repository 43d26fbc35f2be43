import type { Sink } from '../../../src/query/live/group.js';

/** A reader that can be late. */
export class FakeSink implements Sink {
  readonly chunks: (Buffer | string)[] = [];
  isFull = false;
  isDestroyed = false;
  #drained: () => void = () => {};

  write(chunk: Buffer | string): boolean {
    this.chunks.push(chunk);
    return !this.isFull;
  }

  destroy(): void {
    this.isDestroyed = true;
  }

  on(_event: 'drain', listener: () => void): void {
    this.#drained = listener;
  }

  /** All was read. */
  drain(): void {
    this.isFull = false;
    this.#drained();
  }

  /** Messages with parts, in order. */
  messages(): readonly { readonly id: string; readonly parts: Readonly<Record<string, string>> }[] {
    return this.chunks
      .join('')
      .split('\n\n')
      .flatMap((message) => {
        const [, id, data] = /^id: (\S+)\nevent: parts\ndata: (.+)$/.exec(message) ?? [];
        return id === undefined || data === undefined ? [] : [{ id, parts: JSON.parse(data) }];
      });
  }
}
