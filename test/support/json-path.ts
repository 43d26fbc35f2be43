import type { Json } from './accounts.js';

/** The value at a dotted path; the whole for ''. */
export function at(value: Json, path: string): Json | undefined {
  let found: Json | undefined = value;
  for (const segment of segmentsOf(path)) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = Array.isArray(found) ? found[Number(segment)] : found[segment];
  }
  return found;
}

/** A copy with another value at a dotted path. */
export function withValue(value: Json, path: string, replacement: Json): Json {
  const [segment, ...rest] = segmentsOf(path);
  if (segment === undefined) return replacement;
  const inner = rest.join('.');
  if (Array.isArray(value)) {
    const copy = [...value];
    copy[Number(segment)] = withValue(value[Number(segment)] ?? {}, inner, replacement);
    return copy;
  }
  if (typeof value !== 'object' || value === null) throw new TypeError(`nothing inside at ${path}`);
  return { ...value, [segment]: withValue(value[segment] ?? {}, inner, replacement) };
}

/** A copy without the field, or the item, at a dotted path. */
export function without(value: Json, path: string): Json {
  const segments = segmentsOf(path);
  const last = segments.pop();
  const parentPath = segments.join('.');
  const parent = at(value, parentPath);
  if (last === undefined || typeof parent !== 'object' || parent === null)
    throw new TypeError(`nothing at ${path}`);
  if (Array.isArray(parent)) return withValue(value, parentPath, parent.toSpliced(Number(last), 1));
  const { [last]: _gone, ...others } = parent;
  return withValue(value, parentPath, others);
}

function segmentsOf(path: string): string[] {
  return path === '' ? [] : path.split('.');
}
