import type { PoolClient } from 'pg';
import type { DecodedEvent } from '../../event/index.js';
import type { AsOf } from '../../query/index.js';

/** Where the search for the events of a thing begins: accounts, things as event-history names them, partition keys. */
export interface Seeds {
  readonly accounts: readonly string[];
  readonly names: readonly string[];
  readonly keys: readonly string[];
  /** Whether the accounts of events that were found are searched too. */
  readonly followsAccounts: boolean;
}

/** Which events count. */
export interface Scope {
  /** The schema of the event history. */
  readonly schema: string;
  /** Types that the projection reads. */
  readonly types: readonly string[];
  /** Events that this version of the projection has parked do not count. */
  readonly projection: string;
  readonly version: number;
  readonly asOf: AsOf | undefined;
  /** Things that an event names. */
  readonly namesOf: (event: DecodedEvent) => readonly string[];
}

/** More than this are not folded for one request. */
const EVENTS_MOST = 10_000;
// In which one event can be found at once.
const WAYS = 4;

/**
 * The events of a thing: those of its accounts, keys and names, then those of everything they name, until nothing new is
 * named. In the order of the log. `undefined` where there are more than one request may fold.
 */
export async function readPast(
  client: PoolClient,
  seeds: Seeds,
  scope: Scope,
): Promise<readonly DecodedEvent[] | undefined> {
  const found = new Map<string, DecodedEvent>();
  const asked = { accounts: new Set<string>(), names: new Set<string>() };
  let { accounts, keys }: Pick<Seeds, 'accounts' | 'keys'> = seeds;
  let names: readonly string[] = [...seeds.names, ...(await linkedTo(client, scope, accounts))];
  while (accounts.length + names.length + keys.length > 0) {
    for (const account of accounts) asked.accounts.add(account);
    for (const name of names) asked.names.add(name);
    const events = await readEvents(client, { accounts, names, keys }, scope);
    for (const event of events) found.set(`${event.partition}:${event.sequence}`, event);
    if (found.size > EVENTS_MOST) return undefined;
    keys = [];
    names = fresh(events.flatMap(scope.namesOf), asked.names);
    accounts = seeds.followsAccounts ? fresh(events.flatMap(accountsOf), asked.accounts) : [];
  }
  return [...found.values()].sort((a, b) => a.partition - b.partition || a.sequence - b.sequence);
}

const fresh = (found: readonly string[], asked: ReadonlySet<string>): readonly string[] =>
  [...new Set(found)].filter((one) => !asked.has(one));

const accountsOf = ({ data }: DecodedEvent): readonly string[] => {
  const number = data['account_number'];
  return typeof number === 'string' && number !== '' ? [number] : [];
};

async function linkedTo(
  client: PoolClient,
  { schema }: Scope,
  accounts: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await client.query<{ entity: string }>(
    `SELECT DISTINCT entity FROM ${schema}.links WHERE account_number = ANY ($1)`,
    [accounts],
  );
  return rows.map(({ entity }) => entity);
}

interface EventRow {
  readonly partition: number;
  readonly sequence: number;
  readonly event_id: string;
  readonly source: string;
  readonly event_type: string;
  readonly event_version: string;
  readonly occurred_at: Date;
  readonly subject: string | null;
  readonly key: string;
  readonly import_supplier: string | null;
  readonly organisation: string | null;
  readonly causation_id: string | null;
  readonly correlation_id: string | null;
  readonly traceparent: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

// A thing's events name it beside an account, or alone; for the former the links say which accounts.
const eventsSql = (schema: string) => `
  WITH found AS (
    SELECT e.* FROM ${schema}.events e WHERE e.account_number = ANY ($1)
    UNION ALL
    SELECT e.* FROM ${schema}.events e WHERE e.entity = ANY ($2) AND e.account_number IS NULL
    UNION ALL
    SELECT e.* FROM (SELECT DISTINCT entity, account_number FROM ${schema}.links WHERE entity = ANY ($2)) l
    JOIN ${schema}.events e ON e.account_number = l.account_number AND e.entity = l.entity
    UNION ALL
    SELECT e.* FROM ${schema}.events e WHERE e.key = ANY ($3)
  )
  SELECT e.* FROM found e
  WHERE e.event_type = ANY ($4)
    AND e.sequence <= coalesce(($5::jsonb ->> e.partition::text)::bigint, e.sequence)
    AND e.occurred_at <= coalesce($6::timestamptz, e.occurred_at)
    AND NOT EXISTS (
      SELECT FROM projector.parked_events p
      WHERE (p.projection, p.version, p.partition, p.sequence) = ($7, $8, e.partition, e.sequence)
    )
  LIMIT ${EVENTS_MOST * WAYS + 1}`;

async function readEvents(
  client: PoolClient,
  { accounts, names, keys }: Pick<Seeds, 'accounts' | 'names' | 'keys'>,
  { schema, types, projection, version, asOf }: Scope,
): Promise<readonly DecodedEvent[]> {
  const positions = asOf?.positions?.map(({ partition, sequence }) => [partition, sequence]) ?? [];
  const { rows } = await client.query<EventRow>(eventsSql(schema), [
    accounts,
    names,
    keys,
    types,
    JSON.stringify(Object.fromEntries(positions)),
    asOf?.time ?? null,
    projection,
    version,
  ]);
  return rows.map(decoded);
}

function decoded(row: EventRow): DecodedEvent {
  return {
    type: row.event_type,
    data: row.data,
    partition: row.partition,
    sequence: row.sequence,
    envelope: {
      id: row.event_id,
      source: row.source,
      type: row.event_type,
      version: row.event_version,
      time: row.occurred_at.toISOString(),
      subject: row.subject,
      key: row.key,
      importSupplier: row.import_supplier,
      organisation: row.organisation,
      causationId: row.causation_id,
      correlationId: row.correlation_id,
      traceparent: row.traceparent,
    },
  };
}
