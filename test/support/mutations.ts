import fc from 'fast-check';
import type { Json } from './accounts.js';
import { at, withValue } from './json-path.js';

/** A payload with one thing wrong, and the fault that must be told. */
interface Mutated {
  readonly payload: Json;
  readonly attr: string;
  readonly code: RegExp;
}

type Kind = 'null' | 'type' | 'unknown' | 'control';

/** Makes one thing wrong, somewhere in a payload. */
export const anyMutation: fc.Arbitrary<(payload: Json) => Mutated> = fc
  .record({ kind: fc.constantFrom<Kind>('null', 'type', 'unknown', 'control'), choice: fc.nat() })
  .map(({ kind, choice }) => (payload) => {
    const paths = pathsOf(payload).filter((path) => applies(kind, at(payload, path)));
    return mutate(payload, kind, paths[choice % paths.length] ?? '');
  });

function mutate(payload: Json, kind: Kind, path: string): Mutated {
  const value = at(payload, path);
  switch (kind) {
    case 'unknown': {
      const attr = path === '' ? 'surprise' : `${path}.surprise`;
      return { payload: withValue(payload, attr, 1), attr, code: /^unknown_field$/ };
    }
    case 'null':
      return { payload: withValue(payload, path, null), attr: path, code: /^null_not_allowed$/ };
    case 'type': {
      const wrong = typeof value === 'object' ? 'text' : { of: 'another type' };
      return { payload: withValue(payload, path, wrong), attr: path, code: /^invalid_type$/ };
    }
    case 'control':
      return {
        payload: withValue(payload, path, `\u0007${value}`),
        attr: path,
        code: /^(invalid_.*|too_long)$/,
      };
  }
}

function applies(kind: Kind, value: Json | undefined): boolean {
  if (kind === 'unknown') return typeof value === 'object' && !Array.isArray(value);
  return kind !== 'control' || typeof value === 'string';
}

/** Dotted paths of everything inside, and '' for the whole. */
export function pathsOf(value: Json, prefix = ''): string[] {
  if (typeof value !== 'object' || value === null) return [prefix];
  const inside = Object.entries(value).flatMap(([key, child]) =>
    pathsOf(child, prefix === '' ? key : `${prefix}.${key}`),
  );
  return [prefix, ...inside];
}
