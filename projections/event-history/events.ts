import { appended } from '../../src/projector/define.js';
import { accountOf, allTypes, entityOf, isInternal } from './about.js';

/** Left out where unknown: what is not sent costs nothing, and this is written for every event there is. */
type Known = string | undefined;

export interface EventRow {
  readonly partition: number;
  readonly sequence: number;
  readonly event_id: string;
  readonly source: string;
  readonly event_type: string;
  readonly event_version: string;
  readonly is_internal: boolean;
  readonly occurred_at: string;
  readonly subject: Known;
  readonly key: string;
  readonly import_supplier: Known;
  readonly organisation: Known;
  readonly causation_id: Known;
  readonly correlation_id: Known;
  readonly traceparent: Known;
  readonly account_number: Known;
  readonly entity: Known;
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
        subject: envelope.subject ?? undefined,
        key: envelope.key,
        import_supplier: envelope.importSupplier ?? undefined,
        organisation: envelope.organisation ?? undefined,
        causation_id: envelope.causationId ?? undefined,
        correlation_id: envelope.correlationId ?? undefined,
        traceparent: envelope.traceparent ?? undefined,
        account_number: accountOf(event) ?? undefined,
        entity: entityOf(event) ?? undefined,
        data,
      },
    ];
  },
});
