import type { QueryConfig } from 'pg';
import type { InboundHeaders, InboundRecord, ParkedRecord } from '../../intake/inbound/index.js';

/** The last millisecond of the year 9999; a record's timestamp is whatever its producer says. */
const CALENDAR_END_MS = 253_402_300_799_999;
const DETAIL_LENGTH_MAX = 1_000;

/** PostgreSQL's text cannot hold NUL, and a detail may quote the very value that was refused for it. */
export const safeDetail = (detail: string): string =>
  detail
    .replaceAll('\0', '\\0')
    .slice(0, DETAIL_LENGTH_MAX)
    .replace(/[\uD800-\uDBFF]$/, '');

/** Sets records aside, as they came. */
export function parking(parked: readonly ParkedRecord[]): QueryConfig {
  const column = <T>(of: (record: InboundRecord) => T): T[] => parked.map(({ record }) => of(record));
  return {
    text: `INSERT INTO inbound.parked_records
             (topic, partition, "offset", written_at, reason, detail, key, headers, value)
           SELECT topic, partition, "offset", to_timestamp(written_ms / 1000.0), reason, detail, key, headers, value
           FROM unnest($1::text[], $2::int[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::bytea[],
             $8::json[], $9::bytea[])
             AS parked (topic, partition, "offset", written_ms, reason, detail, key, headers, value)`,
    values: [
      column(({ topic }) => topic),
      column(({ partition }) => partition),
      column(({ offset }) => offset),
      column(({ timestampMs }) => (timestampMs >= 0 && timestampMs <= CALENDAR_END_MS ? timestampMs : null)),
      parked.map(({ reason }) => reason),
      parked.map(({ detail }) => safeDetail(detail)),
      column(({ key }) => key),
      column(({ headers }) => JSON.stringify(listed(headers))),
      column(({ value }) => value),
    ],
  };
}

type StoredHeaders = readonly (readonly [name: string, value: string | null])[];

/** Headers one by one, a name as often as it comes, their values in base64. */
function listed(headers: InboundHeaders): StoredHeaders {
  return Object.entries(headers).flatMap(([name, value]) => {
    const values = Array.isArray(value) ? value : [value];
    return values.map((one: Buffer | null | undefined) => [name, one?.toString('base64') ?? null] as const);
  });
}

interface ParkedRow {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly written_at: Date | null;
  readonly key: Buffer | null;
  readonly headers: StoredHeaders;
  readonly value: Buffer | null;
}

/** A parked record as it came. */
export function recordOf({ written_at, headers, ...row }: ParkedRow): InboundRecord {
  const byName = new Map<string, (Buffer | null)[]>();
  for (const [name, value] of headers) {
    const bytes = value === null ? null : Buffer.from(value, 'base64');
    byName.set(name, [...(byName.get(name) ?? []), bytes]);
  }
  return {
    ...row,
    timestampMs: written_at?.getTime() ?? -1,
    headers: Object.fromEntries(
      Array.from(byName, ([name, values]) => [name, values.length > 1 ? values : values[0]]),
    ),
  };
}
