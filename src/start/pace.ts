/** How much is taken at once, and how long to wait: what benchmarks must have in common with the service. */
export const kafkaPace = { deliveryBytes: 1_000_000, concurrency: 2, retryMs: 250, sessionMs: 30_000 };

export const projectorPace = { cachedRows: 50_000, windowRows: 20_000 };
