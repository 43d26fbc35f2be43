import type { KeyRule } from './key.js';

/** What a field holds, in the catalogue's own terms. `json` is an object without a declared shape. */
export type FieldType =
  | { readonly kind: 'string' | 'long' | 'double' | 'boolean' | 'json' }
  | { readonly kind: 'array'; readonly items: FieldType }
  | { readonly kind: 'record'; readonly shape: Shape };

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  /** A field that is not required may be absent or null; decoded, it is null. */
  readonly required: boolean;
  readonly doc: string;
}

/** A record that several event types share. */
export interface Shape {
  /** The catalogue's name, e.g. `billing-_billing-Ledger`. */
  readonly name: string;
  /** True for shapes that only internal events use. */
  readonly internal: boolean;
  readonly recordName: string;
  readonly doc: string;
  readonly fields: readonly Field[];
}

export interface VersionInfo {
  /** e.g. `v1` or `1.0.0`. */
  readonly version: string;
  readonly recordName: string;
  readonly doc: string;
  readonly fields: readonly Field[];
  /** Other versions that every event written in this one can be turned into, dropping what they do not carry. */
  readonly castsTo: readonly string[];
}

/** Union of the fields of all versions; a field that some version lacks or does not require is not required here. */
export interface CurrentForm {
  readonly recordName: string;
  readonly fields: readonly Field[];
}

export interface TypeInfo {
  /** The event type, e.g. `account.created`. */
  readonly name: string;
  /** True for events of our own that never leave the installation. */
  readonly internal: boolean;
  readonly description: string;
  /** Oldest first. */
  readonly versions: readonly VersionInfo[];
  readonly newest: VersionInfo;
  readonly current: CurrentForm;
  readonly key: KeyRule;
}

/** A decoded payload: field name → value. */
export type Payload = Readonly<Record<string, unknown>>;

/** Whether two fields hold the same kind of value. */
export function sameType(a: FieldType, b: FieldType): boolean {
  if (a.kind === 'array') return b.kind === 'array' && sameType(a.items, b.items);
  if (a.kind === 'record') return b.kind === 'record' && a.shape === b.shape;
  return a.kind === b.kind;
}
