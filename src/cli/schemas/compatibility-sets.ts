import { brokenRule, diffFields, type FieldChange, type Fields, type Rule } from './compatibility.js';

/** All schemas of a catalogue at one time. */
export interface SchemaSet {
  /** Shared shapes, by record name. */
  readonly shapes: ReadonlyMap<string, Fields>;
  /** Event type → version → fields. The version {@link CURRENT} is the current form, a schema of its own. */
  readonly types: ReadonlyMap<string, ReadonlyMap<string, Fields>>;
}

/** Not a version: what the current form goes by where schemas are listed. */
export const CURRENT = 'current';

/** One difference between two sets. */
export type SchemaChange =
  | { readonly kind: 'type_added' | 'type_removed'; readonly type: string; readonly version: undefined }
  | { readonly kind: 'version_added' | 'version_removed'; readonly type: string; readonly version: string }
  | (FieldChange & { readonly type: string; readonly version: string });

/** Every difference: those of old types in their order, then new types. A type that is new or gone is one change. */
export function diffSets(before: SchemaSet, after: SchemaSet): SchemaChange[] {
  const changes: SchemaChange[] = [];
  for (const [type, versions] of before.types) {
    const now = after.types.get(type);
    if (!now) changes.push({ kind: 'type_removed', type, version: undefined });
    else changes.push(...diffVersions(type, versions, now, before, after));
  }
  for (const type of after.types.keys()) {
    if (!before.types.has(type)) changes.push({ kind: 'type_added', type, version: undefined });
  }
  return changes;
}

function diffVersions(
  type: string,
  olds: ReadonlyMap<string, Fields>,
  news: ReadonlyMap<string, Fields>,
  before: SchemaSet,
  after: SchemaSet,
): SchemaChange[] {
  const changes: SchemaChange[] = [];
  for (const [version, fields] of olds) {
    const now = news.get(version);
    if (!now) {
      changes.push({ kind: 'version_removed', type, version });
      continue;
    }
    const found = diffFields({ fields, shapes: before.shapes }, { fields: now, shapes: after.shapes });
    changes.push(...found.map((change) => ({ ...change, type, version })));
  }
  for (const version of news.keys()) {
    if (!olds.has(version)) changes.push({ kind: 'version_added', type, version });
  }
  return changes;
}

/** The rule a change breaks: new types and versions are free, old ones stay, and inside one FULL compatibility holds. */
export function brokenSetRule(change: SchemaChange): Rule | undefined {
  switch (change.kind) {
    case 'type_added':
    case 'version_added':
      return undefined;
    case 'type_removed':
    case 'version_removed':
      return change.kind;
    default:
      return brokenRule(change);
  }
}

/**
 * Whether payloads written before a change are no longer read by the same schema's bytes alone. A reader that has the
 * writer's schema resolves such a change; the journal keeps type and version and no schema, so it can't.
 */
export function changesLayout(change: SchemaChange): boolean {
  return 'field' in change && change.version !== CURRENT;
}

/** The set without current forms, which follow from the versions. */
export function withoutCurrent({ shapes, types }: SchemaSet): SchemaSet {
  const versionsOnly = (versions: ReadonlyMap<string, Fields>) =>
    new Map([...versions].filter(([version]) => version !== CURRENT));
  return { shapes, types: new Map(Array.from(types, ([type, all]) => [type, versionsOnly(all)])) };
}
