import { DataFault } from '../errors.js';
import type { DecodedEvent, RecordedEvent } from '../event/index.js';
import type { Decode } from './decode.js';

/** Decodes an event once, however many projections are given it. */
export function decodeOnce(decode: Decode): Decode {
  const known = new WeakMap<RecordedEvent, DecodedEvent | DataFault>();
  return (event) => {
    const before = known.get(event);
    if (before instanceof DataFault) throw before;
    if (before) return before;
    try {
      const decoded = decode(event);
      known.set(event, decoded);
      return decoded;
    } catch (error) {
      if (error instanceof DataFault) known.set(event, error);
      throw error;
    }
  };
}
