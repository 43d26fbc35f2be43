/**
 * What may change inside one registered schema. Pure: schemas come as {@link SchemaSet}, findings go as data.
 * Source of the rules: Avro 1.12, "Schema Resolution", taken both ways, which registries call FULL.
 */

/**
 * A record's fields in their order: name → notation. The notation is the type (`string`, `long`, `double`, `boolean`,
 * `json`, `[string]` for a list, a shape's record name), with `?` behind it where the field may be absent.
 */
export type Fields = ReadonlyMap<string, string>;

/** Fields and the shapes they name, by record name. A shape does not contain itself. */
export interface RecordForm {
  readonly fields: Fields;
  readonly shapes: ReadonlyMap<string, Fields>;
}

/** In Avro, what is not required is a union with null and has the default null; what is required has no default. */
export interface FieldForm {
  readonly type: string;
  readonly required: boolean;
}

/** `field` is a dotted path through shapes; for `fields_reordered` that of the record, empty for the outermost. */
export type FieldChange =
  | { readonly kind: 'field_added'; readonly field: string; readonly after: FieldForm }
  | { readonly kind: 'field_removed'; readonly field: string; readonly before: FieldForm }
  | {
      readonly kind: 'field_changed';
      readonly field: string;
      readonly before: FieldForm;
      readonly after: FieldForm;
    }
  | { readonly kind: 'fields_reordered'; readonly field: string };

/** The rules that a change can break. Stable: scripts may branch on them. */
export const rules = {
  added_without_default: 'a new field needs a default: it must be optional',
  removed_without_default: 'a removed field must have had a default: it must have been optional',
  type_changed: 'a field keeps its type: what changes its meaning gets a new name',
  requirement_changed: 'a field stays required, or stays optional: null fits one of the two only',
  type_removed: 'a type stays for ever: its events are in the log',
  version_removed: 'a version stays for ever: its events are in the log',
  // Compatible by Avro, but the journal keeps type and version only, not the schema a payload was written with.
  layout_changed: 'a version keeps its fields: payloads journaled before would not decode. Add a version',
} as const;

export type Rule = keyof typeof rules;

/** Every difference, in the order of the fields, those of shapes in place. Empty for identical schemas. */
export function diffFields(before: RecordForm, after: RecordForm, path = ''): FieldChange[] {
  const changes: FieldChange[] = [];
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  for (const [name, notation] of before.fields) {
    const now = after.fields.get(name);
    if (now !== undefined) changes.push(...diffField(notation, now, at(name), before, after));
    else changes.push({ kind: 'field_removed', field: at(name), before: fieldForm(notation) });
  }
  for (const [name, notation] of after.fields) {
    if (before.fields.has(name)) continue;
    changes.push({ kind: 'field_added', field: at(name), after: fieldForm(notation) });
  }
  const kept = (some: Fields, others: Fields) => [...some.keys()].filter((name) => others.has(name)).join();
  if (kept(before.fields, after.fields) !== kept(after.fields, before.fields)) {
    changes.push({ kind: 'fields_reordered', field: path });
  }
  return changes;
}

function diffField(
  was: string,
  is: string,
  field: string,
  before: RecordForm,
  after: RecordForm,
): FieldChange[] {
  const [old, now] = [fieldForm(was), fieldForm(is)];
  const own: FieldChange[] = was === is ? [] : [{ kind: 'field_changed', field, before: old, after: now }];
  const oldShape = before.shapes.get(innermost(old.type));
  const newShape = after.shapes.get(innermost(now.type));
  if (old.type !== now.type || !oldShape || !newShape) return own;
  return [...own, ...diffFields({ ...before, fields: oldShape }, { ...after, fields: newShape }, field)];
}

/** The rule of FULL compatibility that a change breaks; `undefined` where both forms read each other's data. */
export function brokenRule(change: FieldChange): Rule | undefined {
  switch (change.kind) {
    case 'field_added':
      return change.after.required ? 'added_without_default' : undefined;
    case 'field_removed':
      return change.before.required ? 'removed_without_default' : undefined;
    case 'field_changed':
      return change.before.type === change.after.type ? 'requirement_changed' : 'type_changed';
    case 'fields_reordered':
      return undefined;
  }
}

export function fieldForm(notation: string): FieldForm {
  const required = !notation.endsWith('?');
  return { type: required ? notation : notation.slice(0, -1), required };
}

/** What a type is a list of, at whatever depth. */
export function innermost(type: string): string {
  return type.replace(/^\[+/, '').replace(/\]+$/, '');
}
