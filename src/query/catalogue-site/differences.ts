import type { Field } from '../../catalogue/index.js';

/** How a version's fields differ from those of the version before it. A field never changes its type. */
export interface Differences {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Fields that were not required before, and are now. */
  readonly now_required: readonly string[];
  readonly no_longer_required: readonly string[];
}

/** @returns `null` where there is no version before */
export function differences(
  before: readonly Field[] | undefined,
  after: readonly Field[],
): Differences | null {
  if (!before) return null;
  const old = new Map(before.map((field) => [field.name, field]));
  const names = new Set(after.map(({ name }) => name));
  const changed = (required: boolean) =>
    after
      .filter((field) => field.required === required && old.get(field.name)?.required === !required)
      .map(({ name }) => name);
  return {
    added: after.filter(({ name }) => !old.has(name)).map(({ name }) => name),
    removed: before.filter(({ name }) => !names.has(name)).map(({ name }) => name),
    now_required: changed(true),
    no_longer_required: changed(false),
  };
}
