import type { CheckReport, JudgedChange } from './check.js';
import type { FieldForm } from './compatibility.js';
import type { SchemaChange } from './compatibility-sets.js';
import type { Finding } from './finding.js';

/** A change in words, without the type and version it is of. */
export function describeChange(change: SchemaChange): string {
  switch (change.kind) {
    case 'field_added':
      return `field ${change.field} is new (${form(change.after)})`;
    case 'field_removed':
      return `field ${change.field} is gone (${form(change.before)})`;
    case 'field_changed':
      return `field ${change.field} was ${form(change.before)}, is ${form(change.after)}`;
    case 'fields_reordered':
      return `the fields ${change.field === '' ? '' : `of ${change.field} `}are in another order`;
    case 'type_added':
      return 'the type is new';
    case 'type_removed':
      return 'the type is gone';
    case 'version_added':
      return 'the version is new';
    case 'version_removed':
      return 'the version is gone';
  }
}

const form = ({ type, required }: FieldForm): string => `${type}, ${required ? 'required' : 'optional'}`;

/** What something is of: `agreement.revoked v1`, or less where less is known. */
export const subjectOf = ({ type, version }: Pick<Finding, 'type' | 'version'>): string =>
  [type, version].filter((part) => part !== undefined).join(' ');

export const handledBy = (readers: readonly string[]): string =>
  readers.length > 0 ? `handled by ${readers.join(', ')}` : 'no projection handles it';

/** The report for people: a line for each finding and each change, and a summary as the last. */
export function reportLines(report: CheckReport): string[] {
  const { checked, findings, changes, seed, valuesEach, ok } = report;
  const count = (check: Finding['check']): number =>
    findings.filter((finding) => finding.check === check).length;
  const loaded = count('chains') === 0;
  const heads: [Finding['check'], string][] = [
    ['chains', `${checked.versions} versions of ${checked.types} types reach the newest of their type`],
    ['values', `${checked.values} random values, ${valuesEach} of each version, seed ${seed}`],
    ['samples', `${checked.samples} golden samples`],
    ['compatibility', `${counted(changes.length, 'change')} since the snapshot`],
  ];
  return [
    ...(loaded
      ? heads.map(([check, what]) => `${count(check) === 0 ? 'ok   ' : 'FAULT'}  ${check}: ${what}`)
      : []),
    ...findings.map(
      ({ check, detail, ...of }) => `FAULT  ${[check, subjectOf(of)].filter(Boolean).join('  ')}: ${detail}`,
    ),
    ...changes.map((change) => `change  ${subjectOf(change)}: ${describeChange(change)}; ${meaning(change)}`),
    summary(report, ok, loaded),
  ];
}

function meaning({ rule, layout, readers }: JudgedChange): string {
  const verdict = rule === null ? 'FULL compatible' : 'NOT compatible';
  const past = layout ? '; payloads journaled before do not decode with it: a new version is safe' : '';
  return `${verdict}${past}; ${handledBy(readers)}`;
}

function summary({ findings, changes }: CheckReport, ok: boolean, loaded: boolean): string {
  if (!loaded) return 'schemas check: failed, the schemas do not load; nothing else was checked';
  const many = counted(findings.length, 'fault');
  return `schemas check: ${ok ? 'passed' : `failed, ${many}`}, ${counted(changes.length, 'change')} since the snapshot`;
}

export const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;
