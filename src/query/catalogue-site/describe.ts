import {
  type Field,
  type FieldType,
  type KeyPart,
  type KeyRule,
  type TypeInfo,
  viewNameOf,
} from '../../catalogue/index.js';
import { type Differences, differences } from './differences.js';
import { avscPath } from './paths.js';
import type { CarryingRoute, Contract } from './port.js';
import { type SampleEvent, sampleEvent } from './sample.js';
import { type UpcastDescription, upcastSteps } from './upcasting.js';

/** What is known of an event type, as `/catalogue/<type>.json` shows it. */
export interface TypeDescription {
  readonly type: string;
  readonly domain: string;
  readonly description: string;
  /** What the key of its events is made of, in words. */
  readonly key: string;
  readonly analytics_view: string;
  /** Oldest first. */
  readonly versions: readonly VersionDescription[];
  readonly current: RecordDescription;
  readonly upcast: readonly UpcastDescription[];
  /** Whether other systems may publish it. */
  readonly published_by_others: boolean;
  /** `null`: the routes of the installation could not be read. */
  readonly routes: readonly RouteDescription[] | null;
  /** Made up. */
  readonly sample: SampleEvent;
  readonly read_by: readonly TableDescription[];
}

export interface RecordDescription {
  /** Full name of the Avro record, which is its subject in the registry. */
  readonly record: string;
  /** Where its Avro schema is. */
  readonly schema: string;
  readonly fields: readonly FieldDescription[];
}

export interface VersionDescription extends RecordDescription {
  readonly version: string;
  readonly description: string;
  /** From the version before; `null` for the first. */
  readonly differences: Differences | null;
  /** Versions that every event written in this one can be turned into. */
  readonly casts_to: readonly string[];
}

export interface FieldDescription {
  readonly name: string;
  readonly type: TypeOfField;
  readonly required: boolean;
  readonly description: string;
}

export type TypeOfField =
  | { readonly kind: 'string' | 'long' | 'double' | 'boolean' | 'json' }
  | { readonly kind: 'array'; readonly items: TypeOfField }
  | { readonly kind: 'shape'; readonly shape: string };

export interface RouteDescription extends Omit<CarryingRoute, 'isConditional'> {
  readonly conditional: boolean;
}

export interface TableDescription {
  readonly projection: string;
  readonly version: number;
  readonly table: string;
  readonly counts: string | null;
  readonly columns: readonly { readonly from: string; readonly to: readonly string[] }[];
}

export const domainOf = (type: string): string => type.split('.')[0] ?? type;

export function describeType(contract: Contract, info: TypeInfo): TypeDescription {
  const { catalogue, routesOf, tablesOf } = contract;
  const { name: type, current } = info;
  return {
    type,
    domain: domainOf(type),
    description: info.description,
    key: keyInWords(info.key),
    analytics_view: `analytics.${viewNameOf(type)}`,
    versions: info.versions.map(({ version, recordName, doc, fields, castsTo }, i) => ({
      version,
      record: recordName,
      schema: avscPath(recordName),
      description: doc,
      fields: describeFields(fields),
      differences: differences(info.versions[i - 1]?.fields, fields),
      casts_to: castsTo,
    })),
    current: {
      record: current.recordName,
      schema: avscPath(current.recordName),
      fields: describeFields(current.fields),
    },
    upcast: upcastSteps(catalogue, info),
    published_by_others: contract.isPublishable(type),
    routes:
      routesOf?.(type).map(({ isConditional, ...route }) => ({ ...route, conditional: isConditional })) ??
      null,
    sample: sampleEvent(catalogue, info),
    read_by: tablesOf(type).map(({ columns, ...table }) => ({
      ...table,
      columns: Array.from(columns, ([from, to]) => ({ from, to })),
    })),
  };
}

export const describeFields = (fields: readonly Field[]): readonly FieldDescription[] =>
  fields.map(({ name, type, required, doc }) => ({
    name,
    type: typeOfField(type),
    required,
    description: doc,
  }));

function typeOfField(type: FieldType): TypeOfField {
  if (type.kind === 'array') return { kind: 'array', items: typeOfField(type.items) };
  if (type.kind === 'record') return { kind: 'shape', shape: type.shape.name };
  return { kind: type.kind };
}

export function keyInWords(rule: KeyRule): string {
  if (rule.kind === 'paths') return firstOf(rule.paths);
  return `the process: ${rule.parts.map(partInWords).join(' / ')}`;
}

function partInWords(part: KeyPart): string {
  if (part.from === 'organisation') return 'organisation of the event';
  return part.from === 'literal' ? `“${part.text}”` : firstOf(part.paths);
}

const firstOf = (paths: readonly string[]): string => paths.join(', or where there is none ');
