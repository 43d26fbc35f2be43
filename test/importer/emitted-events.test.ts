import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type Catalogue, type Field, loadCatalogue } from '../../src/catalogue/index.js';
import { decide, undecidable } from '../../src/importer/decide.js';
import { expired } from '../../src/importer/expire.js';
import { failureDetails, taskFailureDetails } from '../../src/importer/faults.js';
import { openingEntries } from '../../src/importer/opening-balance.js';
import { decideOrder } from '../../src/importer/orders/decide-order.js';
import { taskCompleted, taskFailed } from '../../src/importer/task-outcome.js';
import type { ClaimedTask } from '../../src/importer/tasks.js';
import { dryRunEnded } from '../../src/intake/outcome-events.js';
import { packageRoot } from '../../src/package-root.js';
import { claimedOrder, leaveOrder } from './orders.js';
import { payloads } from './payloads.js';
import { claimed, identifiers } from './support.js';

const page = readFileSync(join(packageRoot, 'docs/emitted-events.md'), 'utf8');
const rows = [...page.matchAll(/^\| `([^`]+)` *\| (\S+) *\| `([^`]+)` *\| (.+) \|$/gm)].map((row) => ({
  event: `${row[1]} ${row[2]}`,
  field: row[3] ?? '',
  source: row[4] ?? '',
}));

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await loadCatalogue();
});

/** Dotted paths of what is required, into records and lists of records. */
function requiredPaths(fields: readonly Field[], prefix = ''): string[] {
  return fields
    .filter((field) => field.required)
    .flatMap(({ name, type }) => {
      const path = prefix + name;
      if (type.kind === 'record') return [path, ...requiredPaths(type.shape.fields, `${path}.`)];
      if (type.kind === 'array' && type.items.kind === 'record') {
        return [path, ...requiredPaths(type.items.shape.fields, `${path}[].`)];
      }
      return [path];
    });
}

function emitted(): Set<string> {
  const task: ClaimedTask<'opening_balance'> = {
    ...claimed(),
    taskId: 1,
    task: 'opening_balance',
    input: { ledgers: [{ number: 'L', opening_balance: 1 }] },
    accountNumber: 'A-1',
    tries: 1,
    rootLocation: '/',
  };
  const imports = fc
    .sample(payloads, 300)
    .flatMap((payload) =>
      [true, false].flatMap(
        (accountNumberAvailable) =>
          decide(claimed({ payload }), identifiers({ accountNumberAvailable })).events,
      ),
    );
  const orders = [
    decideOrder(claimedOrder(), 'A-1', 1),
    decideOrder(claimedOrder({ payload: leaveOrder }), 'A-1', 1),
    undecidable(claimedOrder()),
    expired(claimedOrder()),
    expired(claimed()),
  ].flatMap((outcome) => outcome.events);
  const tasks = [taskCompleted(task, openingEntries(task, [1])), taskFailed(task, 'internal_task_error')];
  const events = [...imports, ...orders, ...tasks.flatMap((outcome) => outcome.events)];
  const dryRuns = [null, { code: 'account_failed_validation', detail: '' }].map(
    (error) => dryRunEnded(catalogue, { requestId: 'r', traceparent: null }, claimed(), null, error).envelope,
  );
  return new Set([...events, ...dryRuns].map(({ type, version }) => `${type} ${version}`));
}

test('given the page of emitted events, then it names those that are emitted, and no others', () => {
  expect([...new Set(rows.map((row) => row.event))].sort()).toEqual([...emitted()].sort());
});

test('given the page, then it names a source for every required field, once, and for nothing else', () => {
  const required = [...new Set(rows.map((row) => row.event))].flatMap((event) => {
    const [type = '', version = ''] = event.split(' ');
    const info = catalogue.types.get(type)?.versions.find((candidate) => candidate.version === version);
    return requiredPaths(info?.fields ?? []).map((field) => `${event} ${field}`);
  });
  expect(rows.map((row) => `${row.event} ${row.field}`).sort()).toEqual(required.sort());
  expect(rows.filter((row) => row.source.trim() === '')).toEqual([]);
});

test('given the page, then it lists every code an import or task can fail with, and no others', () => {
  const codes = page.slice(page.indexOf('## Why an accepted import fails')).matchAll(/^\| `([a-z_]+)` *\|/gm);
  const known = [...Object.keys(failureDetails), ...Object.keys(taskFailureDetails)];
  expect(Array.from(codes, (row) => row[1])).toEqual(known);
});
