import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SchemaRegistry as Library } from '@kafkajs/confluent-schema-registry';
import { backoffMs } from '../../pacing/backoff.js';
import { RegistryRefused, RegistryUnavailable } from './faults.js';

/**
 * How requests reach the registry. The library's own way has no time limit, gives a refused connection the status 400,
 * and hangs for ever on an answer that is cut short; this one replaces it, by the library's own extension point.
 */
export interface TransportOptions {
  /** Address of the Confluent-compatible API; may hold user and password. */
  readonly url: string;
  /** Longest wait for one answer. */
  readonly timeoutMs: number;
  /** Requests in all before giving up; every request may be repeated without harm. */
  readonly attempts: number;
  /** Wait before the second request, doubled before each further one, and shortened by chance to spread the load. */
  readonly firstWaitMs: number;
}

/** Longest wait between two requests. */
const MOST_WAIT_MS = 10_000;

type Middleware = NonNullable<ConstructorParameters<typeof Library>[0]['middlewares']>[number];
type Respond = NonNullable<ReturnType<Middleware>['response']>;
type LibraryRequest = Parameters<Respond>[2];
type LibraryResponse = Awaited<ReturnType<Respond>>;
type ResponseClass = new (
  request: LibraryRequest,
  status: number,
  body: string,
  headers: object,
) => LibraryResponse;

// The copy of its HTTP client that the library itself uses; no dependency of ours.
const fromLibrary = createRequire(
  createRequire(import.meta.url).resolve('@kafkajs/confluent-schema-registry'),
);
const { Response: Answer }: { Response: ResponseClass } = fromLibrary('mappersmith');

const JSON_HEADERS = { 'content-type': 'application/json' };

export class Transport {
  readonly #options: TransportOptions;
  readonly #authorization: string | undefined;
  /** The address without credentials and final slash. */
  readonly host: string;

  constructor(options: TransportOptions) {
    const url = new URL(options.url);
    const { username, password } = url;
    url.username = '';
    url.password = '';
    this.#options = options;
    this.host = url.href.replace(/\/+$/, '');
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.#authorization = username ? `Basic ${Buffer.from(credentials).toString('base64')}` : undefined;
  }

  /** Makes the library send its requests through us. */
  get middleware(): Middleware {
    return () => ({
      response: async (_next, _renew, request) => {
        const body = request.body();
        const path = request.url().slice(this.host.length);
        const text = await this.send(
          request.method().toUpperCase(),
          path,
          typeof body === 'string' ? body : undefined,
        );
        return new Answer(request, 200, text, JSON_HEADERS);
      },
    });
  }

  /** @returns the answer's JSON as text. @throws RegistryUnavailable after all attempts, RegistryRefused at once. */
  async send(method: string, path: string, body?: string): Promise<string> {
    const { attempts, firstWaitMs } = this.#options;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#sendOnce(method, path, body);
      } catch (error) {
        if (!(error instanceof RegistryUnavailable) || attempt === attempts) throw error;
      }
      await sleep(backoffMs(attempt, firstWaitMs, MOST_WAIT_MS, Math.random()));
    }
  }

  async #sendOnce(method: string, path: string, body: string | undefined): Promise<string> {
    const what = `registry ${this.host}: ${method} ${path}`;
    let status: number;
    let text: string;
    try {
      const answer = await fetch(`${this.host}${path}`, {
        method,
        headers: {
          accept: 'application/vnd.schemaregistry.v1+json, application/json',
          'content-type': 'application/vnd.schemaregistry.v1+json',
          ...(this.#authorization ? { authorization: this.#authorization } : {}),
        },
        ...(body === undefined ? {} : { body }),
        // Holds until the last byte of the answer.
        signal: AbortSignal.timeout(this.#options.timeoutMs),
      });
      status = answer.status;
      text = await answer.text();
    } catch (cause) {
      throw new RegistryUnavailable(`${what}: ${reasonOf(cause, this.#options.timeoutMs)}`, { cause });
    }
    const json = parse(text);
    if (status >= 200 && status < 300 && json !== undefined) return text;
    const passing = PASSING.includes(status) || (status === 409 && method === 'PUT');
    if (status >= 400 && status < 500 && !passing && typeof json?.error_code === 'number') {
      throw new RegistryRefused(
        `${what}: ${String(json.message)} (${json.error_code})`,
        status,
        json.error_code,
      );
    }
    throw new RegistryUnavailable(`${what}: status ${status}, ${text.slice(0, 200) || 'no text'}`);
  }
}

/**
 * Time-out, too early, too many requests. A setting (the only PUT) conflicts with nothing but the same one being made
 * by another process at this moment: Apicurio says 409 then.
 */
const PASSING = [408, 425, 429];

function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs} ms`;
  // fetch says "fetch failed" and wraps what happened.
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}

/** Undefined where it is no JSON object or list. */
function parse(text: string): { error_code?: unknown; message?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
