import type { Readable } from 'node:stream';

/** The results of one stream, between their making and their sending: a client may read them only after it has sent all. */
export interface ResultSpool {
  /** Everything appended, in order; ends after `end`. */
  readonly output: Readable;
  /** Resolves when the text is kept. Rejects where there is no room for it; what was kept before stays. */
  append(text: string): Promise<void>;
  /** Nothing more comes, but for a last text, which always finds room. The output ends after it, and not before `until`. */
  end(lastText?: string, until?: Promise<unknown>): void;
  /** Nobody reads any more. */
  discard(): void;
}

/** Opens an empty spool of its own for each stream. */
export type OpenSpool = () => ResultSpool;
