import { setTimeout as delay } from 'node:timers/promises';
import { type ApiClient, at, expectStatus } from './client.js';

const LOOK_EVERY_MS = 50;

/**
 * Waits until every accepted account is decided and the read models have applied everything.
 * @returns how long it took, in milliseconds.
 */
export async function untilProjected(
  client: ApiClient,
  importSupplier: string,
  accepted: number,
  stop: AbortSignal,
): Promise<number> {
  const started = performance.now();
  while (!stop.aborted && !(await isProjected(client, importSupplier, accepted))) await delay(LOOK_EVERY_MS);
  return performance.now() - started;
}

async function isProjected(client: ApiClient, importSupplier: string, accepted: number): Promise<boolean> {
  const supplier = await client.get(`/v1/query/import-suppliers/${importSupplier}`);
  if (supplier.status === 404) return false;
  const { body } = expectStatus(supplier, 200);
  if (at(body, 'accepted') !== accepted || at(body, 'waiting') !== 0) return false;
  const projections = expectStatus(await client.get('/v1/query/projections'), 200);
  const states = at(projections.body, 'results');
  return Array.isArray(states) && states.every((state) => at(state, 'lag_seconds') === 0);
}
