import { RequestError } from '../../errors.js';
import { type Position, partitionOf } from '../../event/index.js';
import { distinct, sortRepeats } from '../cloud-events/repeats.js';
import { fault } from '../codes.js';
import { refusal } from '../faults.js';
import { appendAndLocate } from '../positions.js';
import type { PublishTransaction } from './port.js';
import type { PublishedEvent } from './read-event.js';

/** The events of one request: all are taken, or none. */
export interface PublishRequest {
  readonly organisation: string;
  readonly events: readonly PublishedEvent[];
}

/** For each request, what a reader must have reached to have seen its events. */
export type Published = readonly Position[];

/**
 * Journals the events of many requests in one transaction; those that were published before are there already.
 *
 * @throws RequestError `account_of_another_organisation` or `event_id_conflict`, where a single request is at fault; of
 * several, nobody knows which until each is tried alone.
 */
export async function publishBatch(
  transaction: PublishTransaction,
  requests: readonly PublishRequest[],
): Promise<Published[]> {
  await refuseOthersAccounts(transaction, requests);
  const events = requests.flatMap((request) => request.events);
  const { fresh, conflicts } = sortRepeats(events, await transaction.remember(distinct(events)));
  if (conflicts.length > 0) {
    const errors = conflicts.map(({ attr }) => fault('event_id_conflict', attr('id')));
    throw refusal('event_id_conflict', errors);
  }
  const partition = ({ event }: PublishedEvent) =>
    partitionOf(event.envelope.key, transaction.partitionCount);
  const appended = fresh.map(({ event }) => event);
  const positions = await appendAndLocate(transaction, appended, events.map(partition));
  return requests.map((request) =>
    [...new Set(request.events.map(partition))].flatMap((one) => positions.get(one) ?? []),
  );
}

async function refuseOthersAccounts(
  transaction: PublishTransaction,
  requests: readonly PublishRequest[],
): Promise<void> {
  const named = requests.flatMap(({ events }) => events.flatMap(({ accounts }) => accounts));
  if (named.length === 0) return;
  const owners = await transaction.ownersOf([...new Set(named.map(({ number }) => number))]);
  const errors = requests.flatMap(({ organisation, events }) =>
    events
      .flatMap(({ accounts }) => accounts)
      .filter(({ number }) => (owners.get(number) ?? organisation) !== organisation)
      .map(({ attr }) => fault('account_of_another_organisation', attr)),
  );
  if (errors.length > 0) throw refusal('account_of_another_organisation', errors);
}

/** Whether it says that a request of the batch is at fault, and not that none can be taken now. */
export function isRequestFault(error: unknown): boolean {
  return error instanceof RequestError && error.status < 500;
}
