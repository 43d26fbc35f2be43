import type { FastifyRequest } from 'fastify';
import { type FieldError, RequestError } from '../errors.js';
import { fault } from './codes.js';
import { isIdentifier } from './formats/text.js';
import type { Page } from './port.js';

/**
 * The query parameters of a request, each at most once and each one of `known`.
 *
 * @throws RequestError `unknown_parameter` naming every other and every repeated one.
 */
export function readParameters(request: FastifyRequest, known: readonly string[] = []): Map<string, string> {
  const start = request.url.indexOf('?');
  const values = new Map<string, string>();
  const errors = new Map<string, FieldError>();
  for (const [name, value] of new URLSearchParams(start < 0 ? '' : request.url.slice(start))) {
    const attr = name.slice(0, 100);
    if (!known.includes(name)) errors.set(name, fault('unknown_parameter', attr));
    else if (values.has(name)) errors.set(name, fault('repeated_parameter', attr));
    else values.set(name, value);
  }
  if (errors.size > 0)
    throw new RequestError('unknown_parameter', { errors: [...errors.values()].slice(0, 100) });
  return values;
}

/** @throws RequestError `failed_validation` for a value that is neither `true` nor `false` */
export function readFlag(parameters: ReadonlyMap<string, string>, name: string): boolean {
  const value = parameters.get(name) ?? 'false';
  if (value !== 'true' && value !== 'false') {
    const errors = [fault('invalid_parameter', name, `${name} must be true or false.`)];
    throw new RequestError('failed_validation', { errors });
  }
  return value === 'true';
}

const PAGE_SIZE_DEFAULT = 100;
const PAGE_SIZE_MAX = 500;

/** @throws RequestError `failed_validation` for a limit or a place that is none */
export function readPage(request: FastifyRequest): Page {
  const parameters = readParameters(request, ['limit', 'after']);
  const limit = parameters.get('limit');
  const after = parameters.get('after');
  const errors: FieldError[] = [];
  if (limit !== undefined && !(/^[1-9]\d{0,2}$/.test(limit) && Number(limit) <= PAGE_SIZE_MAX)) {
    errors.push(
      fault('invalid_parameter', 'limit', `limit must be a whole number from 1 to ${PAGE_SIZE_MAX}.`),
    );
  }
  if (after !== undefined && !isIdentifier(after)) errors.push(fault('invalid_parameter', 'after'));
  if (errors.length > 0) throw new RequestError('failed_validation', { errors });
  return { limit: limit === undefined ? PAGE_SIZE_DEFAULT : Number(limit), after };
}

/** A page of results; `next` is the `after` of the following page, `null` on the last. */
export function pageOf<Item>(items: readonly Item[], { limit }: Page, nameOf: (item: Item) => string) {
  const last = items.at(-1);
  return { results: items, next: last !== undefined && items.length === limit ? nameOf(last) : null };
}
