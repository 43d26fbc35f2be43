import { createDeadLetters, type DeadLetterFilter } from '../../adapters/postgres/router-dead.js';
import type { Catalogue } from '../../catalogue/index.js';
import { DataFault } from '../../errors.js';
import type { Envelope } from '../../event/index.js';
import { loadRoutes } from '../../start/routes.js';
import type { HouseFlags } from '../house.js';
import { InputError } from '../input-error.js';
import { withHouse } from './with-house.js';

/** A dead letter as it is shown. `data` is null where the payload cannot be read: then there is `payload`, in base64. */
export interface ShownLetter {
  readonly id: number;
  readonly route: string;
  readonly origin: string;
  readonly key: string;
  readonly reason: string;
  readonly detail: string | null;
  readonly attempts: number;
  readonly dead_at: string;
  readonly event: Envelope;
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly payload: string | null;
}

export function listDead(options: HouseFlags, filter: DeadLetterFilter): Promise<readonly ShownLetter[]> {
  return withHouse(options, async ({ database, catalogue }) => {
    const letters = await createDeadLetters(database.pool('cli')).list(filter);
    return letters.map(({ id, route, partition, sequence, key, reason, detail, attempts, ...letter }) => {
      const { envelope: event, payload } = letter;
      const data = read(catalogue, event, payload);
      return {
        ...{ id, route, origin: `${partition}/${sequence}`, key, reason, detail, attempts },
        dead_at: letter.deadAt.toISOString(),
        event,
        data,
        payload: data === null ? payload.toString('base64') : null,
      };
    });
  });
}

function read(catalogue: Catalogue, { type, version }: Envelope, payload: Buffer) {
  try {
    return catalogue.decode(type as string, version, payload);
  } catch (error) {
    if (error instanceof DataFault) return null;
    throw error;
  }
}

/** Puts them back into the queue of their webhook. @returns how many */
export function redriveDead(
  options: HouseFlags,
  filter: DeadLetterFilter & { route: string },
): Promise<number> {
  return withHouse(options, async ({ config, database }) => {
    const route = (await loadRoutes(config.routesFolder)).find(({ name }) => name === filter.route);
    if (!route) throw new InputError(`there is no route ${filter.route}`);
    if (route.to.kind === 'topic') {
      throw new InputError(
        `${route.name} goes to a topic, whose readers would take a late record for a repeat: correct what is at ` +
          'fault, and fill a new topic with routes replay.',
      );
    }
    return createDeadLetters(database.pool('cli')).redrive(filter);
  });
}

export function discardDead(options: HouseFlags, filter: DeadLetterFilter): Promise<number> {
  return withHouse(options, ({ database }) => createDeadLetters(database.pool('cli')).discard(filter));
}
