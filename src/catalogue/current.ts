import { CatalogueError } from './faults.js';
import { type CurrentForm, type Field, type Payload, sameType } from './model.js';
import { currentRecordName } from './names.js';

interface Version {
  readonly version: string;
  readonly fields: readonly Field[];
}

/**
 * The current form of a type: the newest version's fields, then those only older ones have. A field that some version
 * lacks, or does not require, is not required.
 *
 * @throws CatalogueError where two versions give one field different types: no value could stand for both.
 */
export function currentForm(type: string, versions: readonly Version[]): CurrentForm {
  const fields = new Map<string, Field>();
  for (const version of versions.toReversed()) {
    for (const field of version.fields) {
      const newer = fields.get(field.name);
      if (newer && !sameType(newer.type, field.type)) {
        throw new CatalogueError(
          `${type} ${version.version}: field ${field.name} has another type in a newer version`,
        );
      }
      if (!newer) fields.set(field.name, field);
    }
  }
  const requiredIn = (version: Version, name: string): boolean =>
    version.fields.some((field) => field.name === name && field.required);
  return {
    recordName: currentRecordName(type),
    fields: Array.from(fields.values(), (field) => ({
      ...field,
      required: versions.every((version) => requiredIn(version, field.name)),
    })),
  };
}

/** The versions whose required fields are all required in `from`, so that any event of `from` can be turned into them. */
export function castsTo(from: Version, versions: readonly Version[]): string[] {
  const given = new Set(from.fields.filter((field) => field.required).map((field) => field.name));
  return versions
    .filter(
      (to) =>
        to.version !== from.version && to.fields.every((field) => !field.required || given.has(field.name)),
    )
    .map((to) => to.version);
}

/**
 * A payload in current form as a payload of one version; what that version does not carry is dropped. `undefined`
 * where a field the version requires is not known.
 */
export function pickVersion(fields: readonly Field[], current: Payload): Payload | undefined {
  const picked: Record<string, unknown> = {};
  for (const { name, required } of fields) {
    const value = current[name] ?? null;
    if (value === null && required) return undefined;
    picked[name] = value;
  }
  return picked;
}
