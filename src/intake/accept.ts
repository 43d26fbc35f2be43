import { RequestError } from '../errors.js';
import { type EventToAppend, partitionOf, processKey } from '../event/index.js';
import { nameOf, newAttempt, supplierOf } from './attempts.js';
import { importAccepted, importRefused } from './events.js';
import { holdKeys } from './held-keys.js';
import type {
  AcceptanceTransaction,
  EventEncoder,
  NewAttempt,
  ProcessState,
  SupplierStatus,
} from './port.js';
import { appendAndLocate } from './positions.js';
import type { Acceptance, ImportRequest, IntakeRequest } from './requests.js';
import { identifierFieldOf } from './resources.js';

type Decision =
  | { readonly outcome: 'accepted'; readonly attempt: number; readonly partition: number }
  | { readonly outcome: Exclude<Acceptance['outcome'], 'accepted'> };

/** The latest attempt of a process, as the requests before left it. */
interface Current {
  readonly state: ProcessState;
  readonly attempt: number;
  readonly payloadSha256: Buffer;
}

/**
 * Takes many requests in one transaction, as if one came after the other: each sees what those before it left. What
 * is stored and the events that tell of it commit together.
 */
export async function acceptBatch(
  transaction: AcceptanceTransaction,
  encoder: EventEncoder,
  requests: readonly IntakeRequest[],
): Promise<Acceptance[]> {
  const keys = await holdKeys(transaction, requests);
  const unanswered = requests.filter((request) => keys.answerTo(request) === undefined);
  const statuses = await findStatuses(transaction, unanswered);
  const imports = unanswered.filter((request) => request.kind === 'import');
  const first = firstAttempts(imports.filter((request) => statuses.get(supplierOf(request)) === 'ongoing'));
  const inserted = new Set((await transaction.insertAttempts([...first.values()])).map(nameOf));
  const others = new Map(
    imports.filter((request) => !inserted.has(nameOf(request))).map((request) => [nameOf(request), request]),
  );
  const locked = others.size === 0 ? [] : await transaction.lockAttempts([...others.values()]);
  const current = new Map<string, Current>(locked.map((attempt) => [nameOf(attempt), attempt]));
  const replaced: NewAttempt[] = [];
  const events: EventToAppend[] = [];

  const partitionFor = (name: string) => partitionOf(name, transaction.partitionCount);

  const decisions = requests.map((request): Decision => {
    const answered = keys.answerTo(request);
    if (answered) return answered;
    const status = statuses.get(supplierOf(request));
    if (status === undefined) return { outcome: 'unknown_supplier' };
    if (request.kind === 'refused') {
      events.push(importRefused(encoder, request.context, request));
      return { outcome: 'refused' };
    }
    const name = nameOf(request);
    const partition = partitionFor(name);
    const before = current.get(name);
    const runs = before?.state === 'waiting' || before?.state === 'complete';
    if (before && runs && before.payloadSha256.equals(request.payloadSha256)) {
      return { outcome: 'accepted', attempt: before.attempt, partition };
    }
    if (status !== 'ongoing' || runs) {
      const outcome = status === 'ongoing' ? 'conflict' : 'supplier_not_ongoing';
      events.push(importRefused(encoder, request.context, { ...request, ...refusalOf(outcome, request) }));
      return { outcome };
    }
    const next = before ? newAttempt(request, before.attempt + 1) : first.get(name);
    if (!next || (!before && !inserted.has(name))) {
      // The row in the way went between the insert and the look at it: asked again, the request finds its way.
      throw new RequestError('service_unavailable');
    }
    if (before) replaced.push(next);
    current.set(name, { ...next, state: 'waiting' });
    events.push(importAccepted(encoder, request.context, next, request.accountNumber));
    return { outcome: 'accepted', attempt: next.attempt, partition };
  });

  if (replaced.length > 0) await transaction.replaceAttempts(replaced);
  await keys.store(
    decisions.flatMap((decision, i) => {
      const request = requests[i];
      return request && decision.outcome === 'accepted' ? [{ request, attempt: decision.attempt }] : [];
    }),
  );
  return withPositions(transaction, decisions, events);
}

function refusalOf(outcome: 'conflict' | 'supplier_not_ongoing', { resourceType }: ImportRequest) {
  const [code, attr] =
    outcome === 'conflict'
      ? ['external_identifier_conflict', identifierFieldOf(resourceType)]
      : ['import_supplier_not_ongoing', 'import_supplier'];
  return { code, errors: [{ code, attr }] };
}

/**
 * Appends, and tells each accepted request how far a reader must be to know of it. A repeated request appended
 * nothing; it committed before, so the head of its partition is far enough.
 */
async function withPositions(
  transaction: AcceptanceTransaction,
  decisions: readonly Decision[],
  events: readonly EventToAppend[],
): Promise<Acceptance[]> {
  const asked = decisions.flatMap((decision) =>
    decision.outcome === 'accepted' ? [decision.partition] : [],
  );
  const positions = await appendAndLocate(transaction, events, asked);
  return decisions.map((decision) => {
    if (decision.outcome !== 'accepted') return { outcome: decision.outcome };
    const position = positions.get(decision.partition);
    return { outcome: 'accepted', attempt: decision.attempt, positions: position ? [position] : [] };
  });
}

async function findStatuses(
  transaction: AcceptanceTransaction,
  requests: readonly IntakeRequest[],
): Promise<Map<string, SupplierStatus>> {
  const wanted = new Map(
    requests.map((request) => [
      supplierOf(request),
      { organisation: request.organisation, importSupplier: request.importSupplier },
    ]),
  );
  const found = await transaction.supplierStatuses([...wanted.values()]);
  return new Map(
    found.map((row) => [processKey(row.organisation, 'import_supplier', row.importSupplier), row.status]),
  );
}

/** The first attempt for each key, from the first request that names it. */
function firstAttempts(requests: readonly ImportRequest[]): Map<string, NewAttempt> {
  const attempts = new Map<string, NewAttempt>();
  for (const request of requests) {
    const name = nameOf(request);
    if (!attempts.has(name)) attempts.set(name, newAttempt(request, 1));
  }
  return attempts;
}
