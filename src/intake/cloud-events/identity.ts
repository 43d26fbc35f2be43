import { createHash } from 'node:crypto';
import type { EventToAppend } from '../../event/index.js';

/** What an event is known by when it comes again. */
export interface Identity {
  /** 128 bits of SHA-256 of publisher, source and id, in hex: too many for anybody to find two of. */
  readonly event: string;
  /** 64 bits of SHA-256 of what it says, as a signed decimal. */
  readonly content: string;
}

/**
 * @param publisher where ids are unique per publisher: the organisation that calls the API. Empty for the topic, whose
 *   producers share one space of sources.
 */
export function identify(publisher: string, { envelope, payload }: EventToAppend): Identity {
  const { source, id, type, version, time, subject } = envelope;
  // As JSON, so that no two lists of texts run into one.
  const event = sha256(JSON.stringify([publisher, source, id])).toString('hex', 0, 16);
  const said = createHash('sha256')
    .update(JSON.stringify([type, version, time, subject]))
    .update(payload);
  return { event, content: said.digest().readBigInt64BE().toString() };
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
