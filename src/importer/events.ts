import type { PayloadInput, VersionOf } from '../catalogue/index.js';
import { processKey, processSubject } from '../event/index.js';
import type { EventType, EventVersions } from '../generated/events.js';
import type { ProcessName } from './claimed.js';

/** An event as the room thinks of it: not yet encoded, its envelope's origin not yet filled in. */
export interface NewEvent {
  readonly type: EventType;
  readonly version: string;
  readonly key: string;
  readonly subject: string;
  readonly data: object;
}

/** Makes events about one account: ordered with everything else that happens to it. */
export function aboutAccount(accountNumber: string) {
  return <Type extends EventType, Version extends VersionOf<Type>>(
    type: Type,
    version: Version,
    data: PayloadInput<EventVersions[Type][Version]> & object,
  ): NewEvent => ({ type, version, key: accountNumber, subject: `account/${accountNumber}`, data });
}

/** Makes events about one process: ordered with its acceptance and its outcome. */
export function aboutProcess({ organisation, resourceType, externalIdentifier }: ProcessName) {
  const key = processKey(organisation, resourceType, externalIdentifier);
  const subject = processSubject(resourceType, externalIdentifier);
  return <Type extends EventType, Version extends VersionOf<Type>>(
    type: Type,
    version: Version,
    data: PayloadInput<EventVersions[Type][Version]> & object,
  ): NewEvent => ({ type, version, key, subject, data });
}
