import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

// Random bytes are asked of the system for many ids at a time: asking costs far more than using them.
const RANDOM_BYTES = 16;
const IDS_AHEAD = 256;
const random = new Uint8Array(RANDOM_BYTES * IDS_AHEAD);
let used = random.length;

let msecs = 0;
let sequence = 0;

/** A new event id: UUIDv7, so ids of one process sort in the order they were drawn. */
export function newEventId(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const drawn = random.subarray(used, used + RANDOM_BYTES);
  used += RANDOM_BYTES;
  advance(Date.now(), drawn);
  return v7({ random: drawn, msecs, seq: sequence });
}

/**
 * The clock of ids, which never goes back: within a millisecond a 32-bit counter tells the ids apart. It begins anywhere in its
 * lower half, so that it lasts for more ids than a millisecond has room for.
 */
function advance(now: number, drawn: Uint8Array): void {
  if (now > msecs) {
    msecs = now;
    sequence = new DataView(drawn.buffer, drawn.byteOffset).getUint32(0) >>> 1;
  } else {
    sequence = (sequence + 1) >>> 0;
    if (sequence === 0) msecs++;
  }
}
