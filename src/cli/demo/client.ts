/** A client of the HTTP API, as a user would write one: a token, JSON, and nothing of the service's code. */
export interface ApiClient {
  get(path: string): Promise<ApiAnswer>;
  post(path: string, body: unknown): Promise<ApiAnswer>;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** Obtains an access token for `apiKey` and returns a client that carries it. */
export async function connect(url: string, apiKey: string): Promise<ApiClient & { readonly token: string }> {
  const answer = await call(url, undefined, 'POST', '/v1/graphql/', {
    query: 'mutation ($key: String!) { obtainToken(input: { apiKey: $key }) { token } }',
    variables: { key: apiKey },
  });
  const token = at(answer.body, 'data', 'obtainToken', 'token');
  if (typeof token !== 'string') throw new Error(`no token: ${JSON.stringify(answer.body)}`);
  return {
    token,
    get: (path) => call(url, token, 'GET', path),
    post: (path, body) => call(url, token, 'POST', path, body),
  };
}

/** Throws where the answer is not the one expected: for calls that only a fault can refuse. */
export function expectStatus(answer: ApiAnswer, ...statuses: readonly number[]): ApiAnswer {
  if (!statuses.includes(answer.status)) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

/** The value at a path of keys, or undefined where there is none. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const key of path) found = isObject(found) ? found[key] : undefined;
  return found;
}

const isObject = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null;

async function call(
  url: string,
  token: string | undefined,
  method: string,
  path: string,
  body?: unknown,
): Promise<ApiAnswer> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token ? { authorization: `Token ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  return { status: response.status, headers: response.headers, body: isObject(answer) ? answer : {} };
}
