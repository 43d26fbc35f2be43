import autocannon from 'autocannon';
import { demoAccounts } from '../src/cli/demo/accounts.js';

/** As many connections as a busy client of the intake has open. */
export const CONNECTIONS = 64;

/** Imports each body by a call of its own; all must be accepted. @returns how long it took, and the slowest answers. */
export async function sendOneByOne(
  url: string,
  token: string,
  bodies: readonly string[],
): Promise<{ sentMs: number; p99Ms: number }> {
  const waiting = bodies.values();
  const started = performance.now();
  // The load generator itself looks for its end once a second only.
  let answeredAt = started;
  const result = await autocannon({
    url: `${url}/v1/data-import/accounts/`,
    connections: CONNECTIONS,
    amount: bodies.length,
    // Seconds; where the machine is busy, slow answers are a figure, not a failure.
    timeout: 60,
    method: 'POST',
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    setupClient: (client) => {
      client.on('response', () => {
        answeredAt = performance.now();
      });
    },
    requests: [{ setupRequest: (request) => ({ ...request, body: waiting.next().value ?? '{}' }) }],
  });
  if (result['2xx'] !== bodies.length) {
    throw new Error(`only ${result['2xx']} of ${bodies.length} were accepted`);
  }
  return { sentMs: answeredAt - started, p99Ms: result.latency.p99 };
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
