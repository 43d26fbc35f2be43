import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { EventToAppend } from '../../event/index.js';

/** What an event is known by when it comes again. */
export interface Identity {
  /** 128 bits of SHA-256 of publisher, source and id, in hex: too many for anybody to find two of. */
  readonly event: string;
  /** CRC-32 of what it says: enough to notice an id that was used for something else by mistake. */
  readonly content: number;
}

/**
 * @param publisher where ids are unique per publisher: the organisation that calls the API. Empty for the topic, whose
 *   producers share one space of sources.
 */
export function identify(publisher: string, { envelope, payload }: EventToAppend): Identity {
  const { source, id, type, version, time, subject } = envelope;
  // None of them has a line end in it, so no two lists of texts run into one.
  const event = hash('sha256', `${publisher}\n${source}\n${id}`, 'hex').slice(0, 32);
  return { event, content: crc32(payload, crc32(`${type}\n${version}\n${time}\n${subject ?? ''}`)) };
}
