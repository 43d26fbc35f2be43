import type { Envelope } from '../../src/event/index.js';
import { type EventOf, owned } from '../../src/projector/define.js';
import type { OutcomeType } from './processes.js';

export interface ForeignOutcomeRow {
  readonly source: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly resource_type: string;
  readonly external_identifier: string;
  readonly state: 'complete' | 'error' | 'cancelled';
  readonly identifier: string | null;
  readonly error_code: string | null;
  readonly error_detail: string | null;
  readonly told_at: string;
}

const nothing = { identifier: null, error_code: null, error_detail: null };

/** An outcome that names no organisation belongs to no process of ours: one row an event, kept apart. */
function foreign<Type extends OutcomeType>(
  tell: (
    data: EventOf<Type>['data'],
  ) => Pick<ForeignOutcomeRow, 'resource_type' | 'external_identifier' | 'state'> &
    Partial<ForeignOutcomeRow>,
) {
  const key = ({ source, id }: Envelope) => ({ source, event_id: id });
  return {
    rows: ({ envelope }: EventOf<Type>) => (envelope.organisation === null ? [key(envelope)] : []),
    fold: (
      _row: ForeignOutcomeRow | undefined,
      { type, data, envelope }: EventOf<Type>,
    ): ForeignOutcomeRow => ({
      ...nothing,
      ...tell(data),
      ...key(envelope),
      event_type: type,
      told_at: envelope.time,
    }),
  };
}

const process = (data: { resource_type: string; external_identifier: string }) => ({
  resource_type: data.resource_type,
  external_identifier: data.external_identifier,
});
const order = (data: { external_order_id: string }) => ({
  resource_type: 'order',
  external_identifier: data.external_order_id,
});
const error = (data: { error_code: string; error_detail: string }) => ({
  state: 'error' as const,
  error_code: data.error_code,
  error_detail: data.error_detail,
});

export const foreignOutcomes = owned<ForeignOutcomeRow>({
  key: ['source', 'event_id'],
  partitionedBy: 'event',
  on: {
    'data_import.import_process.complete': foreign<'data_import.import_process.complete'>((data) => ({
      ...process(data),
      state: 'complete',
      identifier: data.identifier,
    })),
    'data_import.import_process.error': foreign<'data_import.import_process.error'>((data) => ({
      ...process(data),
      ...error(data),
    })),
    'data_import.import_process.cancelled': foreign<'data_import.import_process.cancelled'>((data) => ({
      ...process(data),
      state: 'cancelled',
    })),
    'data_import.order_process.complete': foreign<'data_import.order_process.complete'>((data) => ({
      ...order(data),
      state: 'complete',
      identifier: data.process_id,
    })),
    'data_import.order_process.error': foreign<'data_import.order_process.error'>((data) => ({
      ...order(data),
      ...error(data),
    })),
    'data_import.order_process.cancelled': foreign<'data_import.order_process.cancelled'>((data) => ({
      ...order(data),
      state: 'cancelled',
    })),
  },
});
