import type { ClaimedImport, Identifiers } from './claimed.js';
import { decide, type Outcome, undecidable } from './decide.js';
import { type CancelledOutcome, expired, isOver } from './expire.js';
import { type IdentifierNeeds, identifierNeeds } from './identifiers.js';
import type { CompletedImport, EventEncoder, FinishedImport, ImporterLog } from './port.js';
import { seal } from './seal.js';

export interface ImportContext {
  readonly encoder: EventEncoder;
  readonly log: ImporterLog;
  /** Unix milliseconds. */
  readonly clock: () => number;
}

/** An import with its outcome, ready to be stored. */
export interface Decided {
  readonly claimed: ClaimedImport;
  readonly identifiers: Identifiers;
  readonly finished: FinishedImport;
}

const noIdentifiers: Identifiers = {
  accountNumber: '',
  accountNumberAvailable: false,
  userIds: [],
  agreementIds: [],
};

/** What an import needs drawn; or its end, where its window is over or its payload cannot even be read. */
export function needsOrEnd(claimed: ClaimedImport, context: ImportContext): IdentifierNeeds | Decided {
  try {
    if (isOver(claimed, context.clock())) {
      return {
        claimed,
        identifiers: noIdentifiers,
        finished: sealOutcome(claimed, expired(claimed), context),
      };
    }
    return identifierNeeds(claimed);
  } catch (error) {
    return failed(claimed, error, context);
  }
}

/**
 * Decides an import and encodes its events. Where that throws, the import alone is at fault: it ends in
 * `internal_import_error`, is logged with its stack, and holds up no other.
 */
export function decideAndSeal(
  claimed: ClaimedImport,
  identifiers: Identifiers,
  context: ImportContext,
): Decided {
  try {
    return { claimed, identifiers, finished: sealOutcome(claimed, decide(claimed, identifiers), context) };
  } catch (error) {
    return failed(claimed, error, context);
  }
}

function failed(claimed: ClaimedImport, error: unknown, context: ImportContext): Decided {
  const { organisation, resourceType, externalIdentifier, correlationId } = claimed;
  context.log.error(
    { err: error, organisation, resourceType, externalIdentifier, correlationId },
    'an import could not be decided and ends in internal_import_error',
  );
  return {
    claimed,
    identifiers: noIdentifiers,
    finished: sealOutcome(claimed, undecidable(claimed), context),
  };
}

function sealOutcome(
  claimed: ClaimedImport,
  outcome: Outcome | CancelledOutcome,
  { encoder, clock }: ImportContext,
): FinishedImport {
  const time = new Date(clock()).toISOString();
  const events = outcome.events.map((event) => seal(event, claimed, time, encoder));
  if (outcome.state === 'cancelled') return { claimed, events, result: { state: 'cancelled' } };
  if (outcome.state === 'error') {
    const { state, code, detail, errors } = outcome;
    return { claimed, events, result: { state, code, detail, errors } };
  }
  const tasks = outcome.tasks.map(({ plan, toldBy }) => {
    const causationId = events[outcome.events.indexOf(toldBy)]?.envelope.id;
    if (!causationId) throw new Error(`no event tells of task ${plan.task}`);
    return { ...plan, causationId };
  });
  const result: CompletedImport = { state: 'complete', accountNumber: outcome.accountNumber, tasks };
  return { claimed, events, result };
}
