import type { Envelope } from '../../src/event/index.js';
import { owned } from '../../src/projector/define.js';

export interface DryRunRow {
  readonly source: string;
  readonly event_id: string;
  readonly organisation: string | null;
  readonly import_supplier: string | null;
  readonly resource_type: string;
  readonly external_identifier: string;
  readonly state: 'complete' | 'error';
  readonly error_code: string | null;
  readonly error_detail: string | null;
  readonly finished_at: string;
}

const key = ({ source, id }: Envelope) => ({ source, event_id: id });

const told = (envelope: Envelope, data: { resource_type: string; external_identifier: string }) => ({
  ...key(envelope),
  organisation: envelope.organisation,
  import_supplier: envelope.importSupplier,
  resource_type: data.resource_type,
  external_identifier: data.external_identifier,
  finished_at: envelope.time,
});

/** One row a dry run. It takes nothing in, so it belongs to no process and counts apart. */
export const dryRuns = owned<DryRunRow>({
  key: ['source', 'event_id'],
  partitionedBy: 'event',
  on: {
    'data_import.import_process.dry_run_complete': {
      rows: ({ envelope }) => [key(envelope)],
      fold: (_row, { data, envelope }) => ({
        ...told(envelope, data),
        state: 'complete',
        error_code: null,
        error_detail: null,
      }),
    },
    'data_import.import_process.dry_run_error': {
      rows: ({ envelope }) => [key(envelope)],
      fold: (_row, { data, envelope }) => ({
        ...told(envelope, data),
        state: 'error',
        error_code: data.error_code,
        error_detail: data.error_detail,
      }),
    },
  },
});
