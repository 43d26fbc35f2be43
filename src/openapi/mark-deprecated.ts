import type { Call, JsonSchema } from './call.js';
import type { Deprecation } from './deprecations.js';

/** What concerns a call. */
export const deprecationsOf = (
  { method, path }: Pick<Call, 'method' | 'path'>,
  all: readonly Deprecation[],
): readonly Deprecation[] => all.filter((one) => one.method === method && one.path === path);

/** Whether the call as a whole is deprecated. */
export const isWhole = ({ parameter, field }: Deprecation): boolean =>
  parameter === undefined && field === undefined;

/**
 * The named schemas with the deprecated fields of answers marked, in every schema that an answer of the call leads to.
 *
 * @throws Error where no answer has such a field
 */
export function markFields(
  schemas: ReadonlyMap<string, JsonSchema>,
  calls: readonly Call[],
  all: readonly Deprecation[],
): ReadonlyMap<string, JsonSchema> {
  const marked = new Map(schemas);
  for (const call of calls) {
    for (const { field } of deprecationsOf(call, all)) {
      if (field === undefined) continue;
      const names = [...JSON.stringify(call.answers).matchAll(/"#\/components\/schemas\/([^"]+)"/g)]
        .map(([, name = '']) => name)
        .filter((name) => field in propertiesOf(marked.get(name)));
      if (names.length === 0) throw new Error(`${call.method} ${call.path} has no field ${field}`);
      for (const name of names) {
        const schema = marked.get(name) ?? {};
        const properties = propertiesOf(schema);
        const changed = { ...properties, [field]: { ...properties[field], deprecated: true } };
        marked.set(name, { ...schema, properties: changed });
      }
    }
  }
  return marked;
}

function propertiesOf(schema: JsonSchema | undefined): Readonly<Record<string, object>> {
  const properties = schema?.['properties'];
  return typeof properties === 'object' && properties !== null
    ? (properties as Readonly<Record<string, object>>)
    : {};
}
