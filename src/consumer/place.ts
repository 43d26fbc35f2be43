import { Origins } from './origins.js';
import type { Progress } from './port.js';

/** Brokers take 4,096 bytes with a commit. */
const NOTE_BYTES = 4_000;

/** How far a partition is handled: the next offset, and the newest origins. */
export class Place {
  offset: number;
  origins: Origins;

  constructor(offset: number, origins = new Origins()) {
    this.offset = offset;
    this.origins = origins;
  }

  static fromProgress({ offset, note }: Progress): Place {
    return new Place(offset, Origins.parse(note));
  }

  /** Reads {@link token}; `undefined` for anything else. */
  static fromToken(token: string): Place | undefined {
    const match = /^(\d{1,15})(?: ([\d:,]*))?$/.exec(token);
    return match ? new Place(Number(match[1]), Origins.parse(match[2] ?? '')) : undefined;
  }

  copy(): Place {
    return new Place(this.offset, this.origins.copy());
  }

  progress(): Progress {
    return { offset: this.offset, note: this.origins.format(NOTE_BYTES) };
  }

  /** As one text, to be stored with a handler's effect. */
  token(): string {
    return `${this.offset} ${this.origins.format()}`;
  }
}
