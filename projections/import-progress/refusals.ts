import { owned } from '../../src/projector/define.js';
import type { Fault } from './processes.js';

export interface RefusalRow {
  readonly event_id: string;
  readonly organisation: string;
  readonly import_supplier: string;
  readonly resource_type: string;
  /** Null where the request had no readable one. */
  readonly external_identifier: string | null;
  readonly code: string;
  readonly errors: readonly Fault[];
  readonly refused_at: string;
}

/** One row a refused request: nothing came of it, but ops want to see it. */
export const refusals = owned<RefusalRow>({
  key: ['event_id'],
  partitionedBy: 'event',
  on: {
    'import.refused': {
      rows: ({ envelope }) => [{ event_id: envelope.id }],
      fold: (_row, { data, envelope }) => ({
        event_id: envelope.id,
        organisation: data.organisation,
        import_supplier: data.import_supplier,
        resource_type: data.resource_type,
        external_identifier: data.external_identifier,
        code: data.code,
        errors: data.errors.map(({ code, attr }) => ({ code, attr })),
        refused_at: envelope.time,
      }),
    },
  },
});
