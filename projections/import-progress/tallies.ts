import { tally } from '../../src/projector/define.js';
import type { DryRunRow } from './dry-runs.js';
import type { PostImportRow } from './post-imports.js';
import type { Fault, ProcessRow } from './processes.js';
import type { RefusalRow } from './refusals.js';

const cohort = ['organisation', 'import_supplier', 'resource_type'] as const;

const cohortOf = (row: { organisation: string; import_supplier: string | null; resource_type: string }) => ({
  organisation: row.organisation,
  import_supplier: row.import_supplier,
  resource_type: row.resource_type,
});

/** The different faults of one failure; a failure that names none counts under its own code, at no field. */
function distinctFaults(errors: readonly Fault[] | null, code: string | null): readonly Fault[] {
  const faults = errors && errors.length > 0 ? errors : [{ code: code ?? '', attr: '' }];
  return [...new Map(faults.map((fault) => [JSON.stringify([fault.code, fault.attr]), fault])).values()];
}

/** accepted = waiting + complete + error + cancelled, because each process adds one to both sides. */
export const supplierCounts = tally<ProcessRow>({
  of: 'processes',
  key: cohort,
  counts: ['accepted', 'waiting', 'complete', 'error', 'cancelled'],
  contribution: (row) => (row.accepted ? [{ key: cohortOf(row), add: { accepted: 1, [row.state]: 1 } }] : []),
});

const minuteOf = (time: string) => `${time.slice(0, 16)}:00.000Z`;

/** How many were accepted, and how many ended and how, in each minute, by their latest attempt. */
export const minuteCounts = tally<ProcessRow>({
  of: 'processes',
  key: [...cohort, 'minute'],
  counts: ['accepted', 'complete', 'error', 'cancelled'],
  contribution: (row) => {
    if (!row.accepted || row.accepted_at === null) return [];
    const cohort = cohortOf(row);
    const began = { key: { ...cohort, minute: minuteOf(row.accepted_at) }, add: { accepted: 1 } };
    if (row.finished_at === null) return [began];
    return [began, { key: { ...cohort, minute: minuteOf(row.finished_at) }, add: { [row.state]: 1 } }];
  },
});

/** In how many processes, by their latest attempt, each fault stands. */
export const errorCounts = tally<ProcessRow>({
  of: 'processes',
  key: [...cohort, 'code', 'attr'],
  counts: ['processes'],
  contribution: (row) =>
    row.accepted && row.state === 'error'
      ? distinctFaults(row.errors, row.error_code).map(({ code, attr }) => ({
          key: { ...cohortOf(row), code, attr },
          add: { processes: 1 },
        }))
      : [],
});

export const refusedCounts = tally<RefusalRow>({
  of: 'refusals',
  key: cohort,
  counts: ['refused'],
  contribution: (row) => [{ key: cohortOf(row), add: { refused: 1 } }],
});

/** In how many refused requests each fault stands. */
export const refusalCounts = tally<RefusalRow>({
  of: 'refusals',
  key: [...cohort, 'code', 'attr'],
  counts: ['refusals'],
  contribution: (row) =>
    distinctFaults(row.errors, row.code).map(({ code, attr }) => ({
      key: { ...cohortOf(row), code, attr },
      add: { refusals: 1 },
    })),
});

/** Tasks of processes; an outcome of a task that was never planned counts nowhere. */
export const postImportCounts = tally<PostImportRow>({
  of: 'post_imports',
  key: [...cohort, 'task'],
  counts: ['planned', 'pending', 'complete', 'error'],
  contribution: (row) =>
    row.import_supplier === null
      ? []
      : [{ key: { ...cohortOf(row), task: row.task }, add: { planned: 1, [row.state]: 1 } }],
});

export const dryRunCounts = tally<DryRunRow>({
  of: 'dry_runs',
  key: cohort,
  counts: ['complete', 'error'],
  contribution: ({ organisation, import_supplier, resource_type, state }) =>
    organisation === null || import_supplier === null
      ? []
      : [{ key: cohortOf({ organisation, import_supplier, resource_type }), add: { [state]: 1 } }],
});
