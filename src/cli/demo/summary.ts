import Table from 'cli-table3';
import type { Statistics } from '../../adapters/postgres/statistics.js';
import { at } from './client.js';
import type { Sent } from './send.js';

export interface DemoResult {
  readonly sent: Sent;
  /** From the last answer until the read models had everything. */
  readonly projectedMs: number;
  /** The import supplier as the query API shows it. */
  readonly supplier: unknown;
  /** Its errors by code and attr, likewise. */
  readonly errors: unknown;
  readonly statistics: Statistics;
}

// Without colours and inner lines: it is read in logs as often as on screens.
const PLAIN = { style: { head: [], border: [], compact: true } };

/** What became of the import, as a table. */
export function summary({ sent, projectedMs, supplier, errors, statistics }: DemoResult): string {
  const table = new Table({ head: ['', '', 'count'], colAligns: ['left', 'left', 'right'], ...PLAIN });
  const events = statistics.eventsByType.reduce((sum, { events }) => sum + events, 0);
  const seconds = (sent.durationMs + projectedMs) / 1_000;
  const count = (group: string, rows: readonly (readonly [string, unknown])[]) => {
    for (const [index, [label, value]] of rows.entries())
      table.push([index === 0 ? group : '', label, String(value)]);
  };
  count(
    'accounts',
    ['accepted', 'waiting', 'complete', 'error', 'cancelled', 'refused'].map((state) => [
      state,
      at(supplier, state),
    ]),
  );
  count('error by code', byCode(errors));
  count('refused by code', [...sent.refused]);
  count(
    'events by type',
    statistics.eventsByType.map(({ type, events }) => [type, events]),
  );
  count(
    'read model rows',
    statistics.rowsByView.map(({ view, rows }) => [view, rows]),
  );
  count('seconds', [
    ['sending', (sent.durationMs / 1_000).toFixed(2)],
    ['until all was projected', seconds.toFixed(2)],
  ]);
  count('per second', [
    ['accounts answered', Math.round((sent.answered * 1_000) / sent.durationMs)],
    ['events journaled and projected', Math.round(events / seconds)],
  ]);
  return table.toString();
}

function byCode(errors: unknown): [string, number][] {
  return (Array.isArray(errors) ? errors : [])
    .map((error): [string, number] => [
      `${at(error, 'code')} at ${at(error, 'attr') || 'the whole'}`,
      Number(at(error, 'processes')),
    ])
    .filter(([, processes]) => processes > 0);
}
