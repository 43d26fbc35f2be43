/**
 * The one error catalogue. Codes are stable: clients branch on them. `docs/errors.md` lists the same codes, and a
 * test holds the two together.
 */
export interface ErrorKind {
  /** HTTP status where the error ends a request; for errors at a field, the status of the whole answer. */
  readonly status: number;
  /** What happened, for a person. */
  readonly detail: string;
  /** True where the same request may succeed later. */
  readonly retryable: boolean;
  /** What the caller should do. */
  readonly remedy: string;
}

const kind = (status: number, detail: string, remedy: string, retryable = false): ErrorKind => ({
  status,
  detail,
  retryable,
  remedy,
});

/** Errors that end a request. Codes of single fields are in `intake/codes.ts`. */
export const errorKinds = {
  internal_error: kind(
    500,
    'Something went wrong on our side.',
    'Try again; quote the request id if it stays.',
    true,
  ),
  service_unavailable: kind(
    503,
    'The service cannot take this request now.',
    'Try again after Retry-After.',
    true,
  ),
  not_found: kind(404, 'There is nothing at this address.', 'Check the path and the identifier.'),
  not_found_yet: kind(
    404,
    'There is no such thing as far as the read model has come; newer events are not applied yet.',
    'Ask again in a moment, or with wait_for.',
    true,
  ),
  method_not_allowed: kind(405, 'This address does not take this method.', 'Use a method named in Allow.'),
  malformed_request: kind(
    400,
    'The request is not valid HTTP.',
    'Correct the request line, path or headers.',
  ),
  request_timeout: kind(408, 'The request did not arrive in time.', 'Send it again, faster.', true),
  uri_too_long: kind(414, 'The address is too long.', 'Shorten the path.'),
  headers_too_large: kind(431, 'The headers are too large.', 'Send fewer or shorter headers.'),
  body_too_large: kind(413, 'The body is larger than this call takes.', 'Send less, or use the bulk call.'),
  unsupported_media_type: kind(415, 'The body must be JSON.', 'Send Content-Type: application/json.'),
  malformed_json: kind(400, 'The body is not valid JSON.', 'Send one JSON object in UTF-8.'),
  not_authenticated: kind(401, 'No access token was given.', 'Send Authorization: Token <access token>.'),
  invalid_token: kind(401, 'The access token is unknown, revoked or expired.', 'Obtain a new token.'),
  // GraphQL tells errors in the body of a 200 answer.
  invalid_api_key: kind(200, 'The API key is unknown, revoked or expired.', 'Ask the operator for a key.'),
  invalid_graphql: kind(400, 'The GraphQL request is not valid.', 'Send the documented mutation.'),
  permission_denied: kind(
    403,
    'The access token may not do this.',
    'Use a key with the scope named in detail.',
  ),
  account_failed_validation: kind(
    400,
    'The account failed validation.',
    'Correct every field named in errors.',
  ),
  order_failed_validation: kind(400, 'The order failed validation.', 'Correct every field named in errors.'),
  failed_validation: kind(400, 'The request failed validation.', 'Correct every field named in errors.'),
  unknown_parameter: kind(400, 'The query has a parameter this call does not take.', 'Leave it out.'),
  import_supplier_not_ongoing: kind(
    409,
    'The import supplier takes no imports now.',
    'Ask the operator to resume it.',
  ),
  external_identifier_conflict: kind(
    409,
    'Another payload was already accepted under this external identifier.',
    'Use another identifier, or wait until the first has failed or is cancelled.',
  ),
  event_failed_validation: kind(
    400,
    'At least one event failed validation; none was taken.',
    'Correct every field named in errors.',
  ),
  event_type_reserved: kind(
    403,
    'Only this service publishes events of this type; none was taken.',
    'Leave out the events named in errors.',
  ),
  account_of_another_organisation: kind(
    403,
    'At least one event is about an account of another organisation; none was taken.',
    'Leave out the events named in errors.',
  ),
  event_id_conflict: kind(
    409,
    'Another event was published under the same source and id; none was taken.',
    'Give each event an id of its own.',
  ),
  already_finished: kind(
    409,
    'The process has finished; it can no longer be cancelled.',
    'Look at its status.',
  ),
  already_exists: kind(409, 'A thing with this name exists already.', 'Choose another name.'),
  not_yet_projected: kind(
    503,
    'What wait_for names is not in the read model yet; its position and lag are in the headers.',
    'Ask again after Retry-After.',
    true,
  ),
  history_too_long: kind(
    422,
    'More events are behind this than can be folded for one request.',
    'Ask for it as it is now; its events are in events and timelines.',
  ),
  rate_limited: kind(429, 'Too many requests of this key or address.', 'Try again after Retry-After.', true),
  api_key_ended: kind(409, 'The API key is revoked or expired.', 'Make a new key.'),
  invalid_idempotency_key: kind(
    400,
    'The Idempotency-Key is none: 1 to 255 visible ASCII characters, quoted where there is a space or comma.',
    'Send a UUID.',
  ),
  idempotency_key_in_use: kind(
    409,
    'Another request with this Idempotency-Key is being answered.',
    'Try again, if it is the same request; else use another key.',
    true,
  ),
  idempotency_key_reused: kind(
    422,
    'Another request was accepted under this Idempotency-Key.',
    'Use another key for another request.',
  ),
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof errorKinds;

/** One fault of a request, at a field. */
export interface FieldError {
  readonly detail: string;
  readonly code: string;
  /** Dotted path with zero-based indexes, e.g. `customers.0.landline`; empty for the request as a whole. */
  readonly attr: string;
}

/** The body of every failed answer. */
export interface FailureBody {
  readonly detail: string;
  readonly code: string;
  readonly errors: readonly FieldError[];
}

/** Ends a request with an error of the catalogue. */
export class RequestError extends Error {
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[];

  constructor(
    code: ErrorCode,
    options: { detail?: string; errors?: readonly FieldError[]; cause?: unknown } = {},
  ) {
    super(options.detail ?? errorKinds[code].detail, { cause: options.cause });
    this.name = 'RequestError';
    this.code = code;
    this.errors = options.errors ?? [];
  }

  get status(): number {
    return errorKinds[this.code].status;
  }

  get body(): FailureBody {
    return { detail: this.message, code: this.code, errors: this.errors };
  }
}

/** The event itself is at fault (undecodable, against its schema, unknown type): repeating will not help. */
export class DataFault extends Error {
  readonly reason: string;

  constructor(reason: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DataFault';
    this.reason = reason;
  }
}
