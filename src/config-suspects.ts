import { childEnvironment, settings } from './config.js';

/** A variable that is set and that nothing reads. */
export interface Suspect {
  readonly name: string;
  /** The setting that may be meant; undefined where none is near. */
  readonly meant: string | undefined;
}

const KNOWN = Object.keys(settings.properties);
/** Read by commands beside the service, or by its container. */
const ELSEWHERE = new Set([
  'HEADRACE_SERVICES_CACHE',
  'HEADRACE_PORT',
  'HEADRACE_REQUIRE_KAFKA',
  'HEADRACE_SEED',
]);
/** More slips than these make another word. */
const SLIPS_MOST = 2;
/** Names of others are often near a short one: `POST` is no misspelt `PORT`. */
const LENGTH_LEAST = 8;

/** Variables that begin like ours or are spelt nearly like a setting. Never their values, which may be secrets. */
export function suspectVariables(
  environment: Readonly<Record<string, string | undefined>> = childEnvironment({}),
): readonly Suspect[] {
  return Object.keys(environment)
    .filter((name) => !KNOWN.includes(name) && !ELSEWHERE.has(name))
    .map((name) => ({ name, meant: nearest(name) }))
    .filter(({ name, meant }) => meant !== undefined || name.startsWith('HEADRACE_'));
}

function nearest(name: string): string | undefined {
  const bare = name.replace(/^HEADRACE_/, '');
  if (KNOWN.includes(bare)) return bare;
  if (name.length < LENGTH_LEAST) return undefined;
  const [best] = KNOWN.map((known) => ({
    known,
    slips: Math.min(slips(name, known), bare.length < LENGTH_LEAST ? SLIPS_MOST + 1 : slips(bare, known)),
  }))
    .filter(({ slips }) => slips <= SLIPS_MOST)
    .sort((a, b) => a.slips - b.slips);
  return best?.known;
}

/** Letters to add, drop or change to turn one word into another (Levenshtein). */
function slips(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const changed = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
