import { DataFault } from '../errors.js';
import type { DecodedEvent, RecordedEvent } from '../event/index.js';
import type { WindowEvent } from './fold.js';

/** Decodes and upcasts; throws {@link DataFault} for an event that is itself at fault. */
export type Decode = (event: RecordedEvent) => DecodedEvent;

const IGNORED = new DataFault('ignored', 'the projection does not read this type');

/** Types that are not `handled` are not decoded: they change nothing. */
export function decodeEvent(
  recorded: RecordedEvent,
  handled: ReadonlyMap<string, unknown>,
  decode: Decode,
): WindowEvent {
  if (!handled.has(recorded.envelope.type)) return { recorded, decoded: IGNORED };
  try {
    return { recorded, decoded: decode(recorded) };
  } catch (error) {
    if (error instanceof DataFault) return { recorded, decoded: error };
    throw error;
  }
}
