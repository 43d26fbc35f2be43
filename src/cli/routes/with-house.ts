import { ConfigError } from '../../config.js';
import { ReplayRefused, RouteError } from '../../router/index.js';
import type { House } from '../../start/house.js';
import { type HouseFlags, withHouse as withAnyHouse } from '../house.js';
import { Refused } from './refused.js';

/** Runs a command within the installation, beside a running service or without one. Aborted by Ctrl-C. */
export async function withHouse<T>(
  flags: HouseFlags,
  work: (house: House, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const asked = new AbortController();
  const stop = () => asked.abort(new Refused('stopped before the end'));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    return await withAnyHouse(flags, (house) => work(house, asked.signal));
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

const PLAIN = [Refused, RouteError, ReplayRefused, ConfigError];

/** A mistake of the caller or in a file is told without a stack. */
export async function told(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!PLAIN.some((kind) => error instanceof kind)) throw error;
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
