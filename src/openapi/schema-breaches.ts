import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from './call.js';
import { isObject, list, member, resolve } from './json.js';

/** Something that a change took from clients. */
export interface Breach {
  readonly where: string;
  readonly what: string;
}

export interface Sides {
  /** The documents that references lead into. */
  readonly before: unknown;
  readonly after: unknown;
  /** What is `taken` must not become less, what is `answered` must not become less certain. */
  readonly direction: 'taken' | 'answered';
}

/** What a change of a schema breaks; `where` is the dotted path within it. */
export function schemaBreaches(sides: Sides, before: unknown, after: unknown): Breach[] {
  return compare(sides, before, after, '', new Set());
}

function compare(
  sides: Sides,
  before: unknown,
  after: unknown,
  where: string,
  visited: ReadonlySet<string>,
): Breach[] {
  const references = JSON.stringify([referenceOf(before), referenceOf(after)]);
  if (visited.has(references)) return [];
  const seen = referenceOf(before) === undefined ? visited : new Set([...visited, references]);
  const old = resolve(sides.before, before);
  const now = resolve(sides.after, after);
  if (!isObject(old) || !isObject(now))
    return isDeepStrictEqual(old, now) ? [] : [{ where, what: 'is another' }];
  const inner = (name: string, a: unknown, b: unknown) =>
    compare(sides, a, b, where === '' ? name : `${where}.${name}`, seen);
  const own = sides.direction === 'taken' ? taken(old, now) : answered(old, now);
  return [
    ...own.map((what) => ({ where, what })),
    ...properties(old, now, where, inner),
    ...('items' in old && 'items' in now ? inner('*', old['items'], now['items']) : []),
    ...branches(sides, old, now, where, (a, b) => compare(sides, a, b, where, seen)),
    ...members(sides, old, now, where, (a, b) => compare(sides, a, b, where, seen)),
  ];
}

function referenceOf(schema: unknown): unknown {
  return isObject(schema) ? schema['$ref'] : undefined;
}

const UPPER = ['maxLength', 'maximum', 'maxItems', 'maxProperties'];
/** With what holds where a schema does not say. */
const LOWER = [
  ['minimum', -Infinity],
  ['minLength', 0],
  ['minItems', 0],
  ['minProperties', 0],
] as const;

/** What of the values that were taken is not any more. */
function taken(old: JsonSchema, now: JsonSchema): string[] {
  const found: string[] = [];
  const gone = without(typesOf(old), typesOf(now));
  if (gone.length > 0) found.push(`is not taken as ${gone.join(' or ')} any more`);
  const values = valuesOf(now);
  if (values) {
    const lost = (valuesOf(old) ?? ['any other value']).filter((value) => !values.includes(value));
    if (lost.length > 0) found.push(`does not take ${lost.join(', ')} any more`);
  }
  for (const [bound, none] of LOWER) {
    if (limit(now, bound, none) > limit(old, bound, none)) found.push(`has a higher ${bound}`);
  }
  for (const bound of UPPER) {
    if (limit(now, bound, Infinity) < limit(old, bound, Infinity)) found.push(`has a lower ${bound}`);
  }
  for (const rule of ['format', 'pattern']) {
    if (rule in now && now[rule] !== old[rule]) found.push(`has another ${rule}`);
  }
  for (const name of without(list(now, 'required'), list(old, 'required')))
    found.push(`${name} is required now`);
  for (const rule of ['additionalProperties', 'unevaluatedProperties']) {
    if (now[rule] === false && old[rule] !== false) found.push('takes no other fields any more');
  }
  return found;
}

/** What was certain of an answer and is not any more. */
function answered(old: JsonSchema, now: JsonSchema): string[] {
  const found: string[] = [];
  const types = without(typesOf(now), typesOf(old));
  if (types.length > 0) found.push(`may be ${types.join(' or ')} now`);
  for (const name of without(list(old, 'required'), list(now, 'required'))) {
    if (String(name) in member(now, 'properties')) found.push(`${name} may be left out now`);
  }
  if ('format' in old && old['format'] !== now['format']) found.push('has another format');
  return found;
}

function properties(
  old: JsonSchema,
  now: JsonSchema,
  where: string,
  inner: (name: string, old: unknown, now: unknown) => Breach[],
): Breach[] {
  const are = member(now, 'properties');
  return Object.entries(member(old, 'properties')).flatMap(([name, schema]) =>
    name in are ? inner(name, schema, are[name]) : [{ where, what: `${name} is gone` }],
  );
}

/** Of what is taken, each form must still be one; of what is answered, each form must be one that was known. */
function branches(
  { direction }: Sides,
  old: JsonSchema,
  now: JsonSchema,
  where: string,
  differences: (old: unknown, now: unknown) => Breach[],
): Breach[] {
  return ['oneOf', 'anyOf'].flatMap((keyword) => {
    const were = list(old, keyword);
    const are = list(now, keyword);
    if (were.length === 0 || are.length === 0) {
      return were.length === are.length ? [] : [{ where, what: `${keyword} came or went` }];
    }
    const fits = (a: unknown, b: unknown) => differences(a, b).length === 0;
    const unmatched =
      direction === 'taken'
        ? were.flatMap((a, i) => (fits(a, are[i] ?? {}) || are.some((b) => fits(a, b)) ? [] : [a]))
        : are.flatMap((b, i) => (fits(were[i] ?? {}, b) || were.some((a) => fits(a, b)) ? [] : [b]));
    return unmatched.map((form) => ({
      where,
      what: `has no match for the form ${JSON.stringify(form).slice(0, 120)}`,
    }));
  });
}

function members(
  { direction }: Sides,
  old: JsonSchema,
  now: JsonSchema,
  where: string,
  differences: (old: unknown, now: unknown) => Breach[],
): Breach[] {
  const were = list(old, 'allOf');
  const are = list(now, 'allOf');
  const more = direction === 'taken' ? are.length > were.length : are.length < were.length;
  if (more) return [{ where, what: 'allOf has changed' }];
  return were.slice(0, are.length).flatMap((one, i) => differences(one, are[i]));
}

const ALL_TYPES = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];

/** The JSON types it may have; every number may be a whole one. */
function typesOf({ type }: JsonSchema): readonly unknown[] {
  const types: readonly unknown[] = type === undefined ? ALL_TYPES : [type].flat();
  return types.includes('number') ? [...types, 'integer'] : types;
}

function valuesOf(schema: JsonSchema): readonly unknown[] | undefined {
  if ('const' in schema) return [schema['const']];
  return 'enum' in schema ? list(schema, 'enum') : undefined;
}

function limit(schema: JsonSchema, bound: string, none: number): number {
  const value = schema[bound];
  return typeof value === 'number' ? value : none;
}

function without(values: readonly unknown[], others: readonly unknown[]): unknown[] {
  return [...new Set(values)].filter((value) => !others.includes(value));
}
