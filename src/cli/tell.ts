import { EmbeddedPostgresError } from '../adapters/postgres/embedded.js';
import { CatalogueError } from '../catalogue/index.js';
import { ConfigError } from '../config.js';
import { RequestError } from '../errors.js';
import { OperationRefused } from '../projector/index.js';
import { ReplayRefused, RouteError } from '../router/index.js';
import { InputError } from './input-error.js';

/** Errors whose message says all that a person needs: a stack would only hide it. */
const PLAIN = [
  CatalogueError,
  ConfigError,
  EmbeddedPostgresError,
  InputError,
  OperationRefused,
  ReplayRefused,
  RequestError,
  RouteError,
];

/** Says on standard error why a command was not carried out. */
export function tell(error: unknown): void {
  const isPlain = error instanceof Error && PLAIN.some((kind) => error instanceof kind);
  console.error(isPlain ? [error.message, ...fieldsOf(error)].join('\n') : error);
}

function fieldsOf(error: Error): string[] {
  if (!(error instanceof RequestError)) return [];
  return error.errors.map(({ attr, detail }) => `  ${attr === '' ? '' : `${attr}: `}${detail}`);
}
