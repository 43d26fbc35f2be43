import type { NewAttempt } from '../../intake/index.js';

/** Attempts as one JSON text, their payloads inside it as they are: PostgreSQL reads each payload once. */
export function attemptsJson(attempts: readonly NewAttempt[]): string {
  const parts = attempts.map(({ payload, ...attempt }, i) => {
    const columns = JSON.stringify({
      organisation: attempt.organisation,
      resource_type: attempt.resourceType,
      external_identifier: attempt.externalIdentifier,
      import_supplier: attempt.importSupplier,
      attempt: attempt.attempt,
      payload_sha256: attempt.payloadSha256.toString('hex'),
      accepted_event_id: attempt.acceptedEventId,
      correlation_id: attempt.correlationId,
      traceparent: attempt.traceparent,
    });
    return `${i === 0 ? '[' : ','}${columns.slice(0, -1)},"payload":${payload}}`;
  });
  // Joined to its end: anything added to the text would have all of it copied once more.
  parts.push(parts.length === 0 ? '[]' : ']');
  return parts.join('');
}
