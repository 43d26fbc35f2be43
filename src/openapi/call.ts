import type { ErrorCode } from '../errors.js';

/** JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a room says of its own calls. */
export interface ApiPart {
  /** By the name that calls refer to. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly calls: readonly Call[];
}

/** One method of one path, and all that it may be answered. */
export interface Call {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** As the router has it: `/v1/things/:thing/`. */
  readonly path: string;
  /** Its name in generated clients, e.g. `importAccount`. */
  readonly id: string;
  readonly group: string;
  readonly summary: string;
  readonly description?: string;
  /** What the access token must be good for; `null` where none is asked for. */
  readonly scope: 'import' | 'publish' | 'query' | 'operate' | null;
  /** Those of the path included. */
  readonly parameters?: readonly Parameter[];
  readonly body?: Body;
  readonly answers: readonly Answer[];
  /** Beside those that {@link Call.scope} and {@link Call.body} bring along, and those that any call may answer. */
  readonly errors?: readonly ErrorAnswer[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly schema: JsonSchema;
  /** Default: true in a path, else false. */
  readonly required?: boolean;
}

export interface Body {
  /** Default true. */
  readonly required?: boolean;
  readonly content: readonly Content[];
}

/** One form of a body. */
export interface Content {
  readonly mediaType: string;
  readonly schema: JsonSchema;
  /** By name; each fits the schema. */
  readonly examples: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly status: number;
  readonly description: string;
  /** By name: what it says. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly content?: Content;
  /** What it may be in another form, where the sender asks for that. */
  readonly otherForms?: readonly Content[];
}

/** An error of the catalogue, with the faults at fields that its body may list, by code. */
export interface ErrorAnswer {
  readonly code: ErrorCode;
  readonly fields?: FieldFaults;
}

/** By code: a place where it can occur, as an example, and what it says. */
export type FieldFaults = Readonly<Record<string, { readonly attr: string; readonly detail: string }>>;
