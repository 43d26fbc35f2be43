import { type ErrorCode, errorKinds, type FailureBody } from '../errors.js';
import type { Call, ErrorAnswer, JsonSchema } from './call.js';
import { array, object, oneOf, ref, string } from './schema.js';

const CODE = 'Stable: branch on it.';
const DETAIL = 'What is wrong, for a person; it may change.';
const ATTR = 'Dotted path with zero-based indexes; empty for the request as a whole.';

const fieldFault = (code: JsonSchema) =>
  object(
    { detail: string(DETAIL), code, attr: string(ATTR, 'customers.0.landline') },
    { description: 'One fault of a request, at a field.' },
  );
const failure = (code: JsonSchema, fault: JsonSchema) =>
  object(
    {
      detail: string(DETAIL),
      code,
      errors: array(fault, 'Every fault that was found, at most 100 and an item that counts the rest.'),
    },
    { description: 'The body of a failed answer.' },
  );

export const failureSchemas: Readonly<Record<string, JsonSchema>> = {
  Failure: failure(string(CODE), ref('FieldFault')),
  FieldFault: fieldFault(string(CODE)),
};

const ANY_CALL: readonly ErrorCode[] = [
  'malformed_request',
  'method_not_allowed',
  'request_timeout',
  'uri_too_long',
  'headers_too_large',
  'internal_error',
  'service_unavailable',
];
const WITH_TOKEN: readonly ErrorCode[] = ['not_authenticated', 'invalid_token', 'permission_denied'];
const WITH_BODY: readonly ErrorCode[] = ['body_too_large', 'unsupported_media_type'];

/** Every error a call may answer, by status. */
export function errorsOf(call: Call): ReadonlyMap<number, readonly ErrorAnswer[]> {
  const byCode = new Map<ErrorCode, ErrorAnswer>();
  const common = [
    ...ANY_CALL,
    ...(call.path.startsWith('/health/') ? [] : (['rate_limited'] as const)),
    ...(call.scope === null ? [] : WITH_TOKEN),
    ...(call.body ? WITH_BODY : []),
    ...(call.path.includes('/:') ? (['not_found'] as const) : []),
  ];
  for (const error of [...common.map((code) => ({ code })), ...(call.errors ?? [])])
    byCode.set(error.code, error);
  const byStatus = new Map<number, ErrorAnswer[]>();
  for (const error of byCode.values()) {
    const { status } = errorKinds[error.code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), error]);
  }
  return byStatus;
}

const HEADERS: Readonly<Record<number, readonly [name: string, description: string]>> = {
  401: ['WWW-Authenticate', 'How to authenticate.'],
  405: ['Allow', 'The methods that the address takes.'],
  429: ['Retry-After', 'Seconds to wait.'],
  503: ['Retry-After', 'Seconds to wait.'],
};

/** Headers that the answer of a failure has. */
export function failureHeaders(status: number): Readonly<Record<string, string>> {
  const header = HEADERS[status];
  return header ? { [header[0]]: header[1] } : {};
}

/** The body of these failures: `Failure` with the codes that can be in it. */
export function failureSchema(errors: readonly ErrorAnswer[]): JsonSchema {
  const codes = errors.map(({ code }) => code).sort();
  const fields = [...new Set(errors.flatMap((error) => Object.keys(error.fields ?? {})))].sort();
  // Written out: generated types of schemas that narrow others are hard to use.
  return failure(
    oneOf(codes, CODE),
    fields.length === 0 ? ref('FieldFault') : fieldFault(oneOf(fields, CODE)),
  );
}

/** By name: a body for each error, and for each fault at a field that it can list. */
export function failureExamples(errors: readonly ErrorAnswer[]): ReadonlyMap<string, FailureBody> {
  const examples = new Map<string, FailureBody>();
  for (const { code, fields = {} } of errors) {
    const { detail } = errorKinds[code];
    const faults = Object.entries(fields);
    if (faults.length === 0) examples.set(code, { detail, code, errors: [] });
    for (const [field, fault] of faults) {
      const name = [code, field, ...(fault.attr === '' ? [] : [fault.attr])].join('.');
      examples.set(name, { detail, code, errors: [{ detail: fault.detail, code: field, attr: fault.attr }] });
    }
  }
  return examples;
}
