import type { Envelope } from '../../src/event/index.js';
import { owned } from '../../src/projector/define.js';

export type TaskState = 'pending' | 'complete' | 'error';

export interface PostImportRow {
  readonly organisation: string;
  readonly resource_type: string;
  readonly external_identifier: string;
  readonly task: string;
  /** Null where only the outcome was told. */
  readonly import_supplier: string | null;
  readonly state: TaskState;
  readonly planned_at: string | null;
  readonly finished_at: string | null;
  readonly identifier: string | null;
  readonly error_code: string | null;
  readonly error_detail: string | null;
}

type Key = Pick<PostImportRow, 'organisation' | 'resource_type' | 'external_identifier' | 'task'>;

interface PostImportOutcome {
  readonly resource_type: string;
  readonly import_process_resource_type: string;
  readonly import_process_external_identifier: string;
}

const untold = (key: Key): PostImportRow => ({
  ...key,
  import_supplier: null,
  state: 'pending',
  planned_at: null,
  finished_at: null,
  identifier: null,
  error_code: null,
  error_detail: null,
});

/** In an outcome `resource_type` is the task, and the process has fields of its own. */
const keys = (data: PostImportOutcome, { organisation }: Envelope): readonly Key[] =>
  organisation === null
    ? []
    : [
        {
          organisation,
          resource_type: data.import_process_resource_type,
          external_identifier: data.import_process_external_identifier,
          task: data.resource_type,
        },
      ];

function rowOf(row: PostImportRow | undefined, data: PostImportOutcome, envelope: Envelope): PostImportRow {
  const before = row ?? keys(data, envelope).map(untold)[0];
  if (!before) throw new Error('an outcome without an organisation has no process');
  return before;
}

const planned = (data: Key): Key => ({
  organisation: data.organisation,
  resource_type: data.resource_type,
  external_identifier: data.external_identifier,
  task: data.task,
});

/** One row a task that follows an import. A task that is complete stays so; an error may yet be made good. */
export const postImports = owned<PostImportRow>({
  key: ['organisation', 'resource_type', 'external_identifier', 'task'],
  partitionedBy: 'process',
  on: {
    'post_import.planned': {
      rows: ({ data }) => [planned(data)],
      fold: (row, { data, envelope }) => ({
        ...(row ?? untold(planned(data))),
        import_supplier: data.import_supplier,
        planned_at: row?.planned_at ?? envelope.time,
      }),
    },
    'data_import.import_process.post_import.completed': {
      rows: ({ data, envelope }) => keys(data, envelope),
      fold(row, { data, envelope }) {
        const before = rowOf(row, data, envelope);
        if (before.state === 'complete') return before;
        return {
          ...before,
          state: 'complete',
          finished_at: envelope.time,
          identifier: data.identifier,
          error_code: null,
          error_detail: null,
        };
      },
    },
    'data_import.import_process.post_import.error': {
      rows: ({ data, envelope }) => keys(data, envelope),
      fold(row, { data, envelope }) {
        const before = rowOf(row, data, envelope);
        if (before.state !== 'pending') return before;
        return {
          ...before,
          state: 'error',
          finished_at: envelope.time,
          error_code: data.error_code,
          error_detail: data.error_detail,
        };
      },
    },
  },
});
