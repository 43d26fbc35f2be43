import { readMetrics } from '../adapters/postgres/metrics.js';
import { createMetrics, type Metrics } from '../adapters/prometheus/metrics.js';
import type { House } from './house.js';

// Half of the shortest interval at which anybody scrapes.
const CACHE_MS = 2_000;

/** Figures for Prometheus, unless they are turned off. */
export function openMetrics({ config, logger, database }: House): Metrics | undefined {
  if (!config.metrics) return undefined;
  return createMetrics({
    sources: { database: () => readMetrics(database.pool('general')) },
    cacheMs: CACHE_MS,
    onFault: (source, err) => logger.warn({ err, source }, 'figures are left out of the metrics'),
  });
}
