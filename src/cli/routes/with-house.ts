import type { House } from '../../start/house.js';
import { type HouseFlags, withHouse as withAnyHouse } from '../house.js';
import { InputError } from '../input-error.js';

/** Runs a command within the installation, beside a running service or without one. Aborted by Ctrl-C. */
export async function withHouse<T>(
  flags: HouseFlags,
  work: (house: House, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const asked = new AbortController();
  const stop = () => asked.abort(new InputError('stopped before the end'));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    return await withAnyHouse(flags, (house) => work(house, asked.signal));
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}
