import { RequestError } from '../../errors.js';

/**
 * SQLSTATE classes and codes that say something about the database, not about the statement: connection, resources,
 * intervention of an operator, system error, serialization or deadlock, lock not available, read-only (a failover).
 */
const INFRASTRUCTURE = /^(08|53|57|58|40)|^(55P03|25006)$/;

/** Whether repeating the same call later can succeed, since nothing in the call is at fault. */
function isInfrastructureFault(error: unknown): boolean {
  // The driver and Node throw plain errors; a TypeError is a bug of ours, whatever it says.
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/^[0-9A-Z]{5}$/.test(code)) return INFRASTRUCTURE.test(code);
  if (/^E[A-Z]+$/.test(code)) return true;
  // pg gives a lost connection and a pool that found none in time no code at all.
  return /connection|timeout|Client was closed|Client has encountered/i.test(error.message);
}

/** Runs `work`; an infrastructure fault becomes the error that tells a client to come again. */
export async function surfacing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw isInfrastructureFault(cause) ? new RequestError('service_unavailable', { cause }) : cause;
  }
}

/** A row refers to one that does not exist. */
export function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503';
}
