import type { QueryConfig } from 'pg';
import type { Changes, Projection, Resolution } from '../../projector/index.js';

/** Statements that set events aside as they came, and fail where too many would be. */
export function parking(
  { name, version }: Projection,
  partition: number,
  parked: Changes['parked'],
  most: number,
): QueryConfig[] {
  const insert = {
    text: `INSERT INTO projector.parked_events
       (projection, version, partition, sequence, key, event_id, event_type, event_version, reason, detail, payload,
        envelope, appended_at)
     SELECT $1, $2, $3, * FROM unnest($4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
       $10::text[], $11::bytea[], $12::jsonb[], $13::timestamptz[])`,
    values: [
      name,
      version,
      partition,
      parked.map(({ event }) => event.sequence),
      parked.map(({ event }) => event.envelope.key),
      parked.map(({ event }) => event.envelope.id),
      parked.map(({ event }) => event.envelope.type),
      parked.map(({ event }) => event.envelope.version),
      parked.map(({ reason }) => reason),
      parked.map(({ detail }) => storable(detail)),
      parked.map(({ event }) => event.payload),
      parked.map(({ event }) => JSON.stringify(event.envelope)),
      parked.map(({ event }) => new Date(event.appendedAt).toISOString()),
    ],
  };
  return [insert, { text: 'SELECT projector.check_parked($1, $2, $3)', values: [name, version, most] }];
}

/** Statements that settle parked events which were tried again, or given up. */
export function resolving({ name, version }: Projection, resolution: Resolution): QueryConfig[] {
  const { item, released, failed } = resolution;
  const statements: QueryConfig[] = [
    {
      text: `DELETE FROM projector.parked_events
             WHERE projection = $1 AND version = $2 AND partition = $3 AND sequence = ANY ($4::bigint[])`,
      values: [name, version, item.partition, released],
    },
  ];
  if (failed) {
    statements.push({
      text: `UPDATE projector.parked_events
             SET reason = $5, detail = $6, attempts = attempts + 1, attempted_at = now()
             WHERE projection = $1 AND version = $2 AND partition = $3 AND sequence = $4`,
      values: [name, version, item.partition, failed.event.sequence, failed.reason, storable(failed.detail)],
    });
  }
  return [...statements, telling(resolution)];
}

/** The statement that tells those who asked what became of the item. */
export function telling({ item, released, failed, isLast }: Resolution): QueryConfig {
  return {
    // One that was cancelled meanwhile is done all the same: it tells so.
    text: `UPDATE projector.redrive_items
           SET events = events + $3, failed_sequence = $4, reason = $5, detail = $6,
             state = CASE WHEN $4::bigint IS NOT NULL THEN 'failed' WHEN $7 THEN 'done' ELSE state END,
             finished_at = CASE WHEN $7 THEN now() END
           WHERE redrive = $1 AND item = $2`,
    values: [
      item.redrive,
      item.item,
      released.length,
      failed?.event.sequence ?? null,
      failed?.reason ?? null,
      failed ? storable(failed.detail) : null,
      isLast,
    ],
  };
}

/** PostgreSQL's text cannot hold NUL, and a detail may quote the very value that was refused for it. */
const storable = (detail: string) => detail.replaceAll('\0', '\\0');
