import { appended } from '../../src/projector/define.js';
import { accountOf, allTypes, entityOf, isInternal } from './about.js';

export interface EventRow {
  readonly partition: number;
  readonly sequence: number;
  readonly event_id: string;
  readonly source: string;
  readonly event_type: string;
  readonly event_version: string;
  readonly is_internal: boolean;
  readonly occurred_at: string;
  readonly subject: string | null;
  readonly key: string;
  readonly import_supplier: string | null;
  readonly organisation: string | null;
  readonly causation_id: string | null;
  readonly correlation_id: string | null;
  readonly traceparent: string | null;
  readonly account_number: string | null;
  readonly entity: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Every event, as it was told. One that its source sent twice has the same key and so the same partition: one row. */
export const events = appended<EventRow>({
  key: ['event_id', 'source', 'partition'],
  types: allTypes,
  rows: (event) => {
    const { type, envelope, partition, sequence, data } = event;
    return [
      {
        partition,
        sequence,
        event_id: envelope.id,
        source: envelope.source,
        event_type: type,
        event_version: envelope.version,
        is_internal: isInternal(type),
        occurred_at: envelope.time,
        subject: envelope.subject,
        key: envelope.key,
        import_supplier: envelope.importSupplier,
        organisation: envelope.organisation,
        causation_id: envelope.causationId,
        correlation_id: envelope.correlationId,
        traceparent: envelope.traceparent,
        account_number: accountOf(event),
        entity: entityOf(event),
        data,
      },
    ];
  },
});
