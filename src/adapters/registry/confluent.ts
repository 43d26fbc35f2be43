import { COMPATIBILITY, SchemaRegistry as Library, SchemaType } from '@kafkajs/confluent-schema-registry';
import { BoundedCache } from './bounded-cache.js';
import { eachOf } from './each-of.js';
import { RegistryRefused, RegistryUnavailable } from './faults.js';
import type { CatalogueSchema, SchemaIds, SchemaLookup, SchemaRegistry } from './port.js';
import { idsBy, Recogniser } from './schemas.js';
import { Transport, type TransportOptions } from './transport.js';

export interface ConfluentOptions extends Partial<Omit<TransportOptions, 'url'>> {
  /** Address of a Confluent-compatible API, e.g. `https://user:password@registry:8081`. */
  readonly url: string;
  readonly schemas: readonly CatalogueSchema[];
  /** How long an id that the registry did not know is not asked for again. */
  readonly unknownForMs?: number;
}

const DEFAULTS = { timeoutMs: 5_000, attempts: 4, firstWaitMs: 100, unknownForMs: 10_000 };
/** Requests under way at once while registering: enough to hide the way there and back, and easy on a small registry. */
const CONCURRENCY = 8;
/** Several times the catalogue; an id costs some hundred bytes. */
const KNOWN_MAX = 10_000;
const UNKNOWN_MAX = 10_000;
/** Confluent's number for "schema not found". Any other 404 means that something else answers at this address. */
const SCHEMA_NOT_FOUND = 40403;

/** A registry that speaks Confluent's API, through the client library, on a transport of our own. */
export function confluentRegistry(options: ConfluentOptions): SchemaRegistry {
  const { url, schemas } = options;
  const { timeoutMs, attempts, firstWaitMs, unknownForMs } = { ...DEFAULTS, ...options };
  const transport = new Transport({ url, timeoutMs, attempts, firstWaitMs });
  const library = new Library({
    host: transport.host,
    middlewares: [transport.middleware],
    retry: { retries: 0 },
  });
  const recogniser = new Recogniser(schemas);
  const known = new BoundedCache<number, SchemaLookup>(KNOWN_MAX);
  const unknown = new BoundedCache<number, SchemaLookup>(UNKNOWN_MAX, unknownForMs);

  async function register(): Promise<SchemaIds> {
    const ids = new Map<CatalogueSchema, number>();
    await eachOf(schemas, CONCURRENCY, async (schema) => {
      const id = await registerOne(library, transport, schema);
      ids.set(schema, id);
      const { type, version } = schema;
      known.set(id, { outcome: 'known', type, version, writerSchema: undefined });
    });
    return idsBy(ids);
  }

  async function schemaOf(id: number): Promise<SchemaLookup> {
    const remembered = known.get(id) ?? unknown.get(id);
    if (remembered !== undefined) return remembered;
    const lookup = await ask(id);
    (lookup.outcome === 'unknown' ? unknown : known).set(id, lookup);
    return lookup;
  }

  async function ask(id: number): Promise<SchemaLookup> {
    try {
      // The library asks once for callers at the same time, and fetches what the schema refers to. As JSON, a compiled
      // schema is complete in itself.
      return recogniser.recognise(JSON.parse(JSON.stringify(await library.getSchema(id))));
    } catch (error) {
      if (error instanceof RegistryUnavailable) throw error;
      if (error instanceof RegistryRefused && error.errorCode === SCHEMA_NOT_FOUND)
        return { outcome: 'unknown' };
      if (error instanceof RegistryRefused) throw error;
      // Not the way to it but what is registered: Avro that does not compile.
      return { outcome: 'foreign', name: error instanceof Error ? error.message : String(error) };
    }
  }

  return { register, schemaOf };
}

/** One schema under its subject. The text is the same at every start, so the registry finds what it has. */
async function registerOne(
  library: Library,
  transport: Transport,
  { subject, schema }: CatalogueSchema,
): Promise<number> {
  const register = async () => {
    const text = JSON.stringify(schema);
    const options = { subject, compatibility: COMPATIBILITY.FULL };
    return (await library.register({ type: SchemaType.AVRO, schema: text }, options)).id;
  };
  try {
    return await register();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ConfluentSchemaRegistryCompatibilityError') throw error;
    // Another process has just made the subject, or a crash came between, and the library sets its level last; or
    // somebody changed it.
    await transport.send(
      'PUT',
      `/config/${encodeURIComponent(subject)}`,
      JSON.stringify({ compatibility: 'FULL' }),
    );
    return register();
  }
}
