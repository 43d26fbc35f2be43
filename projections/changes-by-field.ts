import type { JsonValue } from '../src/generated/events.js';

/**
 * The catalogue leaves the form of a change open: by field where it is an object, else as a whole under an empty name.
 */
export function changesByField(changes: JsonValue): readonly (readonly [field: string, change: JsonValue])[] {
  const isByField = typeof changes === 'object' && changes !== null && !Array.isArray(changes);
  return isByField ? Object.entries(changes) : [['', changes]];
}
