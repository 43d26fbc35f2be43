import { DataFault } from '../../errors.js';
import type { EventToAppend } from '../../event/index.js';
import type { PublishedTypes } from '../cloud-events/admission.js';
import { distinct, sortRepeats } from '../cloud-events/repeats.js';
import { KnownMeanings } from './meanings.js';
import type { InboundRecord, InboundSchemas, InboundTransaction } from './port.js';
import { readRecords } from './take-in.js';

/** A record that was parked before, locked until its transaction ends. */
export interface OpenRecord {
  readonly parkedId: number;
  readonly record: InboundRecord;
}

export interface RedriveTransaction extends Pick<InboundTransaction, 'remember'> {
  /** The oldest that are parked after `afterId`, or those of `ids`; what others work on is left out. */
  open(which: RedriveChoice): Promise<readonly OpenRecord[]>;
  /** The transaction's last act. */
  close(outcome: RedriveOutcome): Promise<void>;
}

export interface RedriveChoice {
  /** `undefined`: all of them. */
  readonly ids: readonly number[] | undefined;
  /** Only those with a greater id. */
  readonly afterId: number;
  readonly limit: number;
}

interface RedriveOutcome {
  readonly events: readonly EventToAppend[];
  readonly journaled: readonly number[];
  readonly duplicates: readonly number[];
  /** Parked as before, but for what is known of the reason today. */
  readonly parked: readonly { readonly parkedId: number; readonly reason: string; readonly detail: string }[];
}

export interface RedriveStore {
  redriving<T>(work: (transaction: RedriveTransaction) => Promise<T>): Promise<T>;
}

export interface Redriven {
  readonly journaled: number;
  readonly duplicates: number;
  /** Still at fault. */
  readonly parked: number;
}

/** Records in one transaction. */
const BATCH = 500;

interface Tools {
  readonly store: RedriveStore;
  readonly schemas: InboundSchemas;
  readonly catalogue: PublishedTypes;
}

/** Reads parked records again with today's code and schemas; what they say is journaled behind everything else. */
export async function redrive(tools: Tools, ids: readonly number[] | undefined): Promise<Redriven> {
  const meanings = new KnownMeanings(tools.schemas);
  const total = { journaled: 0, duplicates: 0, parked: 0 };
  let afterId = 0;
  for (;;) {
    const done = await redriveNext(tools, meanings, { ids, afterId, limit: BATCH });
    if (!done) return total;
    afterId = done.lastId;
    total.journaled += done.journaled.length;
    total.duplicates += done.duplicates.length;
    total.parked += done.parked.length;
  }
}

type Done = RedriveOutcome & { readonly lastId: number };

/** One transaction's worth; `undefined` where nothing is left. */
async function redriveNext(
  { store, catalogue }: Omit<Tools, 'schemas'>,
  meanings: KnownMeanings,
  choice: RedriveChoice,
): Promise<Done | undefined> {
  const attempt = (limit: number, refused?: DataFault) =>
    store.redriving(async (transaction) => {
      const open = await transaction.open({ ...choice, limit });
      const last = open.at(-1);
      if (!last) return undefined;
      const outcome = refused
        ? stillParked(open, refused)
        : await readAgain(transaction, catalogue, meanings, open);
      await transaction.close(outcome);
      return { ...outcome, lastId: last.parkedId };
    });
  try {
    return await attempt(choice.limit);
  } catch (error) {
    if (!(error instanceof DataFault)) throw error;
    // The database refuses one of them: one at a time, so that it holds up no other.
    if (choice.limit > 1) return redriveNext({ store, catalogue }, meanings, { ...choice, limit: 1 });
    return attempt(1, error);
  }
}

function stillParked(open: readonly OpenRecord[], { reason, message: detail }: DataFault): RedriveOutcome {
  const parked = open.map(({ parkedId }) => ({ parkedId, reason, detail }));
  return { events: [], journaled: [], duplicates: [], parked };
}

async function readAgain(
  transaction: RedriveTransaction,
  catalogue: PublishedTypes,
  meanings: KnownMeanings,
  open: readonly OpenRecord[],
): Promise<RedriveOutcome> {
  const records = open.map(({ record }) => record);
  const idOf = new Map(open.map(({ parkedId, record }) => [record, parkedId]));
  const named = (record: InboundRecord): number => {
    const parkedId = idOf.get(record);
    if (parkedId === undefined) throw new Error('a record that was not parked');
    return parkedId;
  };
  const { events, parked } = readRecords(catalogue, await meanings.for(records), records);
  const known = await transaction.remember(distinct(events));
  const { fresh, repeats, conflicts } = sortRepeats(events, known);
  return {
    events: fresh.map(({ event }) => event),
    journaled: fresh.map(({ record }) => named(record)),
    duplicates: repeats.map(({ record }) => named(record)),
    parked: [
      ...parked.map(({ record, reason, detail }) => ({ parkedId: named(record), reason, detail })),
      ...conflicts.map(({ record }) => ({
        parkedId: named(record),
        reason: 'id_conflict',
        detail: 'another event was journaled under this id',
      })),
    ],
  };
}
