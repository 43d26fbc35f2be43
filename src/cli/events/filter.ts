import type { RecordedEvent } from '../../event/index.js';
import { compileGlob } from '../../router/index.js';
import type { ShownEvent } from './shown.js';

export interface EventFilter {
  readonly type?: readonly string[];
  readonly account?: string;
  readonly key?: string;
  readonly organisation?: string;
}

/** What of an event its envelope tells: what is not meant need not be decoded. */
export function matchesEnvelope(filter: EventFilter): (event: RecordedEvent) => boolean {
  const globs = filter.type?.map(compileGlob);
  return ({ envelope: { type, key, organisation } }) =>
    (globs === undefined || globs.some((matches) => matches(type))) &&
    (filter.key === undefined || filter.key === key) &&
    (filter.organisation === undefined || filter.organisation === organisation);
}

/** Whether it is about an account: by its subject, its key or its payload. Not every emitter says all three. */
export function isAbout(account: string, event: RecordedEvent, { data }: Pick<ShownEvent, 'data'>): boolean {
  const { subject, key } = event.envelope;
  return subject === `account/${account}` || key === account || data?.['account_number'] === account;
}
