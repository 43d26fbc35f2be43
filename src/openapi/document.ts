import type { ApiPart, Call, Content, ErrorAnswer, JsonSchema, Parameter } from './call.js';
import { type Deprecation, deprecations } from './deprecations.js';
import { errorsOf, failureExamples, failureHeaders, failureSchema, failureSchemas } from './errors.js';
import { deprecationsOf, isWhole, markFields } from './mark-deprecated.js';

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: JsonSchema;
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly examples: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  };
  readonly [member: string]: unknown;
}

export interface DocumentInfo {
  readonly title: string;
  readonly version: string;
  readonly description: string;
}

/** Parameters of every call. */
const REQUEST_ID: Parameter = {
  name: 'X-Request-Id',
  in: 'header',
  description:
    'Your name for the request, which the answer repeats; one that is not plain is replaced by ours.',
  schema: { type: 'string', maxLength: 128 },
};
const TRACE: Parameter = {
  name: 'traceparent',
  in: 'header',
  description: 'W3C trace context; events that the request makes carry it.',
  schema: { type: 'string' },
};

/**
 * The parts as one document.
 *
 * @throws Error where two parts give the same name to different things
 */
export function openApiDocument(
  info: DocumentInfo,
  parts: readonly ApiPart[],
  deprecated: readonly Deprecation[] = deprecations,
): OpenApiDocument {
  const schemas = new Map<string, JsonSchema>();
  const examples = new Map<string, JsonSchema>();
  const paths: Record<string, Record<string, JsonSchema>> = {};
  const ids = new Set<string>();
  for (const part of [{ schemas: failureSchemas, calls: [] }, ...parts]) {
    for (const [name, schema] of Object.entries(part.schemas)) {
      if (schemas.has(name)) throw new Error(`two schemas are called ${name}`);
      schemas.set(name, schema);
    }
    for (const call of part.calls) {
      const path = call.path.replaceAll(/:(\w+)/g, '{$1}');
      const methods = paths[path] ?? {};
      paths[path] = methods;
      if (methods[call.method]) throw new Error(`${call.method} ${path} is described twice`);
      if (ids.has(call.id)) throw new Error(`two calls are named ${call.id}`);
      ids.add(call.id);
      methods[call.method] = operation(call, examples, deprecationsOf(call, deprecated));
    }
  }
  const calls = parts.flatMap((part) => part.calls);
  return {
    openapi: '3.1.1',
    info: { ...info, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    tags: [...new Set(calls.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(markFields(schemas, calls, deprecated)),
      examples: Object.fromEntries(examples),
      parameters: { RequestId: parameterObject(REQUEST_ID), Trace: parameterObject(TRACE) },
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`Token <access token>`; the GraphQL call exchanges an API key for one.',
        },
      },
    },
  };
}

function operation(
  call: Call,
  examples: Map<string, JsonSchema>,
  deprecated: readonly Deprecation[],
): JsonSchema {
  const { id, group, summary, description, scope, parameters = [], body } = call;
  return {
    operationId: id,
    tags: [group],
    summary,
    ...(description !== undefined && { description }),
    ...(deprecated.some(isWhole) && { deprecated: true }),
    security: scope === null ? [] : [{ token: [scope] }],
    parameters: [
      ...parameters.map((parameter) => ({
        ...parameterObject(parameter),
        ...(deprecated.some((one) => one.parameter === parameter.name) && { deprecated: true }),
      })),
      { $ref: '#/components/parameters/RequestId' },
      { $ref: '#/components/parameters/Trace' },
    ],
    ...(body && {
      requestBody: { required: body.required ?? true, content: contentObject(body.content) },
    }),
    responses: responses(call, examples),
  };
}

function parameterObject({ name, in: place, description, schema, required }: Parameter): JsonSchema {
  return { name, in: place, description, required: required ?? place === 'path', schema };
}

function contentObject(content: readonly Content[]): JsonSchema {
  return Object.fromEntries(
    content.map(({ mediaType, schema, examples }) => [
      mediaType,
      {
        schema,
        examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
      },
    ]),
  );
}

function responses(call: Call, examples: Map<string, JsonSchema>): JsonSchema {
  const errors = errorsOf(call);
  const statuses = new Set([...call.answers.map(({ status }) => status), ...errors.keys()]);
  const described = [...statuses].map((status) => [
    String(status),
    response(call, status, errors.get(status) ?? [], examples),
  ]);
  return Object.fromEntries(described);
}

/** One status may be both: an answer of the call's own form, and a failure. */
function response(
  call: Call,
  status: number,
  errors: readonly ErrorAnswer[],
  examples: Map<string, JsonSchema>,
): JsonSchema {
  const answer = call.answers.find((one) => one.status === status);
  const headers = {
    'X-Request-Id': 'The name of the request.',
    ...answer?.headers,
    ...(errors.length > 0 && failureHeaders(status)),
  };
  const codes = errors.map(({ code }) => `\`${code}\``).join(', ');
  return {
    description: [answer?.description, codes].filter(Boolean).join(' Or failed: '),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, description]) => [
        name,
        { description, schema: { type: 'string' } },
      ]),
    ),
    ...withContent(answer?.content, errors, examples),
    // Beside `content`: generated clients would take an answer of several forms for any of them, whatever they ask for.
    ...(answer?.otherForms && { 'x-other-forms': contentObject(answer.otherForms) }),
  };
}

function withContent(
  content: Content | undefined,
  errors: readonly ErrorAnswer[],
  examples: Map<string, JsonSchema>,
): JsonSchema {
  const failures = failureExamples(errors);
  for (const [name, value] of failures) examples.set(name, { value });
  const failed = failureSchema(errors);
  const references = Object.fromEntries(
    [...failures.keys()].map((name) => [name, { $ref: `#/components/examples/${name}` }]),
  );
  if (!content) {
    return errors.length === 0
      ? {}
      : { content: { 'application/json': { schema: failed, examples: references } } };
  }
  const own = contentObject([content]);
  if (errors.length === 0) return { content: own };
  const values = Object.entries(content.examples).map(([name, value]) => [name, { value }]);
  const both = {
    schema: { anyOf: [content.schema, failed] },
    examples: { ...Object.fromEntries(values), ...references },
  };
  return { content: { [content.mediaType]: both } };
}
