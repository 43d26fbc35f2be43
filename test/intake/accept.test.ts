import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Catalogue, loadCatalogue } from '../../src/catalogue/index.js';
import { type EventToAppend, partitionOf, processKey } from '../../src/event/index.js';
import { acceptBatch } from '../../src/intake/accept.js';
import { acceptFirst } from '../../src/intake/accept-first.js';
import type {
  AcceptanceTransaction,
  FirstAttempts,
  NewAttempt,
  ProcessKey,
  StoredAttempt,
} from '../../src/intake/index.js';
import { sha256 } from '../../src/intake/json/canonical.js';
import type { Acceptance, IntakeRequest } from '../../src/intake/requests.js';

const PARTITIONS = 3;
const SUPPLIERS = { open: 'ongoing', shut: 'paused' } as const;

const nameOf = (key: ProcessKey) => processKey(key.organisation, key.resourceType, key.externalIdentifier);

/** The tables in memory, with the same answers as Postgres gives one transaction that nobody disturbs. */
function memory(before: readonly StoredAttempt[]) {
  const rows = new Map(before.map((row) => [nameOf(row), row]));
  const events: EventToAppend[] = [];
  const store = (attempts: readonly NewAttempt[]) => {
    for (const attempt of attempts) rows.set(nameOf(attempt), { ...attempt, state: 'waiting' });
  };
  const transaction: AcceptanceTransaction = {
    partitionCount: PARTITIONS,
    holdKeys: async () => [],
    storeKeys: async () => {},
    supplierStatuses: async (wanted) =>
      wanted.flatMap(({ organisation, importSupplier }) =>
        importSupplier === 'open' || importSupplier === 'shut'
          ? [{ organisation, importSupplier, status: SUPPLIERS[importSupplier] }]
          : [],
      ),
    insertAttempts: async (attempts) => {
      const free = attempts.filter((attempt) => !rows.has(nameOf(attempt)));
      store(free);
      return free;
    },
    lockAttempts: async (keys) => keys.flatMap((key) => rows.get(nameOf(key)) ?? []),
    replaceAttempts: async (attempts) => {
      for (const attempt of attempts) expect(rows.has(nameOf(attempt))).toBe(true);
      store(attempts);
    },
    headPositions: async (partitions) => partitions.map((partition) => ({ partition, sequence: 1 })),
    append: async (appended) => {
      events.push(...appended);
      const partitions = new Set(appended.map(({ envelope }) => partitionOf(envelope.key, PARTITIONS)));
      return [...partitions].map((partition) => ({ partition, sequence: 2 }));
    },
  };
  const acceptFirst = async ({ suppliers, attempts, events: told }: FirstAttempts) => {
    if (suppliers.some(({ importSupplier }) => importSupplier !== 'open')) return undefined;
    if (attempts.some((attempt) => rows.has(nameOf(attempt)))) return undefined;
    store(attempts);
    events.push(...told);
    return told.map(({ envelope }) => ({ partition: partitionOf(envelope.key, PARTITIONS), sequence: 2 }));
  };
  return { transaction, acceptFirst, rows, events };
}

const identifiers = ['a', 'b', 'c'];
const payloads = ['{"v":1}', '{"v":2}'];

const anyRequest: fc.Arbitrary<IntakeRequest> = fc
  .record({
    kind: fc.constantFrom('import', 'import', 'import', 'refused'),
    externalIdentifier: fc.constantFrom(...identifiers),
    importSupplier: fc.constantFrom('open', 'open', 'open', 'shut', 'none'),
    payload: fc.constantFrom(...payloads),
  })
  .map(({ kind, externalIdentifier, importSupplier, payload }): IntakeRequest => {
    const text = `${importSupplier}${payload}`;
    const common = {
      context: { requestId: 'r', traceparent: null },
      organisation: 'acme',
      resourceType: 'account',
      externalIdentifier,
      importSupplier,
    };
    return kind === 'import'
      ? { ...common, kind, accountNumber: null, payload: text, payloadSha256: sha256(text) }
      : { ...common, kind: 'refused', code: 'account_failed_validation', errors: [] };
  });

const anyBefore = fc.uniqueArray(
  fc.record({
    organisation: fc.constant('acme'),
    resourceType: fc.constant('account'),
    externalIdentifier: fc.constantFrom(...identifiers),
    state: fc.constantFrom('waiting', 'complete', 'error', 'cancelled'),
    attempt: fc.integer({ min: 1, max: 5 }),
    payloadSha256: fc.constantFrom(...payloads).map((payload) => sha256(`open${payload}`)),
  }),
  { selector: nameOf },
);

const plain = (all: readonly Acceptance[]) =>
  all.map((one) => (one.outcome === 'accepted' ? [one.outcome, one.attempt] : [one.outcome]));
const told = (events: readonly EventToAppend[]) =>
  events.map(({ envelope, payload }) => [envelope.type, envelope.key, payload.toString('hex')]);
const kept = (rows: ReadonlyMap<string, StoredAttempt>) =>
  [...rows].map(([name, row]) => [name, row.state, row.attempt, row.payloadSha256.toString('hex')]).sort();

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await loadCatalogue();
});

describe('given any requests and any processes before them', () => {
  test('when they share a transaction, then all is as if each had had its own, in their order', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyBefore,
        fc.array(anyRequest, { minLength: 1, maxLength: 12 }),
        async (before, requests) => {
          const together = memory(before);
          const outcomes = await acceptBatch(together.transaction, catalogue, requests);
          const apart = memory(before);
          const expected = [];
          for (const request of requests)
            expected.push(...(await acceptBatch(apart.transaction, catalogue, [request])));

          expect(plain(outcomes)).toEqual(plain(expected));
          expect(told(together.events)).toEqual(told(apart.events));
          expect(kept(together.rows)).toEqual(kept(apart.rows));
        },
      ),
    );
  });

  test('when all are first of theirs, then one call does what a transaction does, and else it does nothing', async () => {
    const seen = { taken: 0, left: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constant([]), anyBefore),
        fc.array(anyRequest, { minLength: 1, maxLength: 4 }),
        async (before, requests) => {
          const once = memory(before);
          const outcomes = await acceptFirst(once, catalogue, requests);
          seen[outcomes ? 'taken' : 'left']++;
          if (!outcomes) {
            expect(told(once.events)).toEqual([]);
            expect(kept(once.rows)).toEqual(kept(memory(before).rows));
            return;
          }
          const expected = memory(before);
          expect(plain(outcomes)).toEqual(
            plain(await acceptBatch(expected.transaction, catalogue, requests)),
          );
          expect(told(once.events)).toEqual(told(expected.events));
          expect(kept(once.rows)).toEqual(kept(expected.rows));
        },
      ),
      { numRuns: 300 },
    );
    expect(Math.min(seen.taken, seen.left)).toBeGreaterThan(10);
  });

  test('when one is accepted, then it is told a position of the partition of its key', async () => {
    await fc.assert(
      fc.asyncProperty(anyBefore, fc.array(anyRequest, { maxLength: 12 }), async (before, requests) => {
        const outcomes = await acceptBatch(memory(before).transaction, catalogue, requests);
        outcomes.forEach((outcome, i) => {
          if (outcome.outcome !== 'accepted') return;
          const key = processKey('acme', 'account', requests[i]?.externalIdentifier ?? '');
          expect(outcome.positions.map(({ partition }) => partition)).toEqual([partitionOf(key, PARTITIONS)]);
        });
      }),
    );
  });
});
