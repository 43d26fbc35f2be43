import type { QueryResult } from 'pg';

/** What a claim reads of any process. */
export interface ClaimedProcessRow<Payload> {
  organisation: string;
  resource_type: string;
  external_identifier: string;
  import_supplier: string;
  attempt: number;
  payload: Payload;
  accepted_event_id: string;
  correlation_id: string;
  traceparent: string | null;
  expiry_window_end: Date;
}

export function claimedProcess<Payload>(row: ClaimedProcessRow<Payload>) {
  return {
    organisation: row.organisation,
    resourceType: row.resource_type,
    externalIdentifier: row.external_identifier,
    importSupplier: row.import_supplier,
    attempt: row.attempt,
    payload: row.payload,
    causationId: row.accepted_event_id,
    correlationId: row.correlation_id,
    traceparent: row.traceparent,
    expiryWindowEnd: row.expiry_window_end.toISOString(),
  };
}

/**
 * @throws where a statement touched another number of rows than it must have: then the transaction has to be given
 * up, since what it takes for granted does not hold.
 */
export function expectRows({ rowCount }: QueryResult, expected: number, what: string): void {
  if (rowCount !== expected) throw new Error(`${what}: ${rowCount} rows instead of ${expected}`);
}
