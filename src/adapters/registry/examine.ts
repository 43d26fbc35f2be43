import { eachOf } from './each-of.js';
import { RegistryRefused } from './faults.js';
import type { CatalogueSchema } from './port.js';
import { Transport } from './transport.js';

export interface RegistryFacts {
  /** Address without user and password. */
  readonly host: string;
  /** Subjects that the registry lacks. */
  readonly missing: readonly string[];
  /** Subjects it has, but not with the committed schema. */
  readonly differing: readonly string[];
  /** Subjects that take changes which are not FULL compatible. */
  readonly loose: readonly string[];
}

const TIMEOUT_MS = 5_000;
const CONCURRENCY = 16;
/** Levels at which the registry takes no change that {@link FULL} would not take. */
const STRICT = ['FULL', 'FULL_TRANSITIVE'];

/** Compares a registry with the committed schemas; registers nothing. Rejects where it gives no answer. */
export async function examineRegistry(
  url: string,
  schemas: readonly CatalogueSchema[],
): Promise<RegistryFacts> {
  const transport = new Transport({ url, timeoutMs: TIMEOUT_MS, attempts: 2, firstWaitMs: 200 });
  const subjects: unknown = JSON.parse(await transport.send('GET', '/subjects'));
  const has = new Set<unknown>(Array.isArray(subjects) ? subjects : []);
  const present = schemas.filter(({ subject }) => has.has(subject));
  const [differing, loose]: string[][] = [[], []];
  const usual = await levelOf(transport, '/config');
  await eachOf(present, CONCURRENCY, async ({ subject, schema }) => {
    const path = `/${encodeURIComponent(subject)}`;
    const body = JSON.stringify({ schema: JSON.stringify(schema) });
    if ((await known(() => transport.send('POST', `/subjects${path}`, body))) === undefined)
      differing?.push(subject);
    const level = (await levelOf(transport, `/config${path}`)) ?? usual;
    if (!STRICT.includes(level ?? 'none')) loose?.push(subject);
  });
  return {
    host: transport.host,
    missing: schemas.filter(({ subject }) => !has.has(subject)).map(({ subject }) => subject),
    differing: differing ?? [],
    loose: loose ?? [],
  };
}

async function levelOf(transport: Transport, path: string): Promise<string | undefined> {
  const text = await known(() => transport.send('GET', path));
  if (text === undefined) return undefined;
  const { compatibilityLevel, compatibility }: Record<string, string> = JSON.parse(text);
  return compatibilityLevel ?? compatibility;
}

/** Undefined where the registry answers that there is no such thing. */
async function known(ask: () => Promise<string>): Promise<string | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof RegistryRefused && error.status === 404) return undefined;
    throw error;
  }
}
