import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { LightMyRequestResponse } from 'fastify';
import { loadCatalogue } from '../../src/catalogue/index.js';
import type { OpenApiDocument } from '../../src/openapi/index.js';
import { isObject, member, resolve } from '../../src/openapi/json.js';
import { describeApi } from '../../src/start/openapi.js';

/** An answer as a test got it. */
export interface Answered {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** `undefined` where there is none. */
  readonly body: unknown;
}

/**
 * Holds answers against the document. Objects that the document leaves open for times to come are closed here: what is
 * answered today must be documented.
 */
export class DocumentedApi {
  readonly #document: unknown;
  readonly #ajv: Ajv2020;
  readonly #validators = new Map<string, ValidateFunction>();
  readonly #paths: readonly { readonly pattern: RegExp; readonly path: string }[];
  /** What was answered so far: call, status and, of failures, the code. */
  readonly seen = new Set<string>();

  constructor(document: OpenApiDocument) {
    this.#document = closed(JSON.parse(JSON.stringify(document)));
    this.#ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
    this.#paths = Object.keys(document.paths)
      .toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')))
      .map((path) => ({
        path,
        pattern: new RegExp(`^${path.replace(/\/$/, '').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
      }));
  }

  /** What of an answer is not as documented; nothing for an address that is none of ours. */
  faultsOf({ method, url, status, headers, body }: Answered): string[] {
    const path = this.#paths.find(({ pattern }) => pattern.test(url.split('?', 1)[0] ?? ''))?.path;
    const operation = member(member(member(this.#document, 'paths'), path ?? ''), method.toLowerCase());
    const call = `${method} ${path}`;
    if (path === undefined || Object.keys(operation).length === 0) return [];
    const answer = member(member(operation, 'responses'), String(status));
    if (Object.keys(answer).length === 0)
      return [`${call}: ${status} is not documented: ${JSON.stringify(body)}`];
    this.seen.add([call, status, isObject(body) && status >= 400 ? body['code'] : ''].join(' ').trim());
    const [mediaType = ''] = String(headers['content-type'] ?? '').split(';');
    const content = { ...member(answer, 'content'), ...member(answer, 'x-other-forms') };
    if (Object.keys(content).length === 0)
      return body === undefined || body === '' ? [] : [`${call}: a body`];
    if (!(mediaType in content)) return [`${call}: ${status} as ${mediaType} is not documented`];
    return this.#faults(member(content, mediaType)['schema'], body).map(
      (fault) => `${call} ${status}: ${fault} ${JSON.stringify(body)}`,
    );
  }

  /** Examples of bodies and answers that do not fit their schemas, and how many examples there are. */
  exampleFaults(): { faults: string[]; count: number } {
    const faults: string[] = [];
    let count = 0;
    const visit = (value: unknown, at: readonly string[]) => {
      if (!isObject(value)) return;
      if (
        'schema' in value &&
        'examples' in value &&
        (at.includes('content') || at.includes('x-other-forms'))
      ) {
        for (const [name, reference] of Object.entries(member(value, 'examples'))) {
          const example = resolve(this.#document, reference);
          count++;
          const found = this.#faults(value['schema'], isObject(example) ? example['value'] : undefined);
          faults.push(...found.map((fault) => `${at.join(' ')} ${name}: ${fault}`));
        }
        return;
      }
      for (const [name, inner] of Object.entries(value)) visit(inner, [...at, name]);
    };
    visit(member(this.#document, 'paths'), ['paths']);
    return { faults, count };
  }

  #faults(schema: unknown, value: unknown): string[] {
    const name = JSON.stringify(schema);
    const schemas = Object.fromEntries(this.#reachable(schema));
    const validate =
      this.#validators.get(name) ?? this.#ajv.compile({ allOf: [schema], components: { schemas } });
    this.#validators.set(name, validate);
    if (validate(value)) return [];
    return (validate.errors ?? [])
      .slice(0, 3)
      .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
  }

  /** The named schemas that a schema leads to: compiling the whole document takes seconds. */
  #reachable(schema: unknown, found = new Map<string, unknown>()): ReadonlyMap<string, unknown> {
    for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue;
      const named = member(member(this.#document, 'components'), 'schemas')[name];
      found.set(name, named);
      this.#reachable(named, found);
    }
    return found;
  }
}

/** The same with no room for fields that are not documented, where schemas say nothing of them. */
function closed(document: unknown): unknown {
  if (!isObject(document)) return document;
  const schemas = Object.entries(member(member(document, 'components'), 'schemas')).map(([name, schema]) => [
    name,
    isObject(schema) && schema['type'] === 'object' && 'properties' in schema ? shut(schema) : schema,
  ]);
  return {
    ...document,
    components: { ...member(document, 'components'), schemas: Object.fromEntries(schemas) },
  };
}

/** Values, and forms of an object that says by itself that it is closed. */
const KEPT = new Set(['examples', 'oneOf']);

function shut(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(shut);
  if (!isObject(schema)) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, KEPT.has(name) ? value : shut(value)]),
  );
  const open =
    schema['type'] === 'object' || (Array.isArray(schema['type']) && schema['type'].includes('object'));
  return open &&
    'properties' in schema &&
    !('additionalProperties' in schema) &&
    !('unevaluatedProperties' in schema)
    ? { ...inner, additionalProperties: false }
    : inner;
}

let api: Promise<DocumentedApi> | undefined;

/** The document of this source; made once a test file. */
export function documentedApi(): Promise<DocumentedApi> {
  api ??= loadCatalogue().then((catalogue) => new DocumentedApi(describeApi(catalogue)));
  return api;
}

/** @throws Error where an answer is not as documented */
export async function holdDocumented(
  method: string,
  url: string,
  { statusCode: status, headers, body: text }: LightMyRequestResponse,
): Promise<void> {
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  const faults = (await documentedApi()).faultsOf({ method, url, status, headers, body });
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
