import { demoAccounts } from '../src/cli/demo/accounts.js';
import { postRequest, sendOverLanes } from './http-lanes.js';

/** As many connections as a busy client of the intake has open. */
export const CONNECTIONS = 64;

/** Imports each body by a call of its own; all must be accepted. @returns how long it took, and the slowest answers. */
export async function sendOneByOne(
  url: string,
  token: string,
  bodies: readonly string[],
): Promise<{ sentMs: number; p99Ms: number }> {
  const target = new URL('/v1/data-import/accounts/', url);
  const requests = bodies.map((body) => postRequest(target, token, body));
  const { tookMs, latenciesMs } = await sendOverLanes(target, requests, {
    connections: CONNECTIONS,
    status: 202,
  });
  return { sentMs: tookMs, p99Ms: latenciesMs.toSorted()[Math.floor(0.99 * bodies.length)] ?? 0 };
}

/** JSON of accounts that are accepted, made beforehand: making them is not what is measured. */
export function validBodies(importSupplier: string, prefix: string, count: number): string[] {
  const accounts = demoAccounts({
    seed: 1,
    importSupplier,
    prefix,
    refusedFraction: 0,
    failingFraction: 0,
    hasGas: false,
  });
  return Array.from({ length: count }, () => JSON.stringify(accounts.next().value.payload));
}
