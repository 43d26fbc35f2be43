import { InvalidArgumentError } from 'commander';
import { createRedriveRequests } from '../../adapters/postgres/projection-requests.js';
import { createVersionStore } from '../../adapters/postgres/projection-versions.js';
import type { ParkedSelection, RedriveRequests, VersionStore } from '../../projector/index.js';
import type { Database } from '../../start/database.js';
import type { HouseFlags } from '../house.js';
import { InputError } from '../input-error.js';

export interface SelectionFlags extends HouseFlags {
  readonly version?: number;
  readonly key?: readonly string[];
  readonly event?: { readonly partition: number; readonly sequence: number };
  readonly type?: string;
  readonly reason?: string;
  readonly attempts?: number;
  readonly limit: number;
  readonly json?: true;
}

export interface ParkedStores {
  readonly requests: RedriveRequests;
  readonly versions: VersionStore;
}

export function parkedStores(database: Database): ParkedStores {
  const pool = database.pool('cli');
  return { requests: createRedriveRequests(pool), versions: createVersionStore(pool) };
}

/** What the flags mean, in the live version unless they name another. */
export async function selectionOf(
  { versions }: ParkedStores,
  projection: string,
  flags: SelectionFlags,
): Promise<ParkedSelection> {
  const known = await versions.versions(projection);
  const chosen = known.find(({ version, role }) =>
    flags.version === undefined ? role === 'live' : version === flags.version,
  );
  if (!chosen) {
    const names = (await versions.names()).join(', ');
    throw new InputError(
      known.length === 0
        ? `there is no projection ${projection}; there are ${names}`
        : `${projection} has no v${flags.version}`,
    );
  }
  return {
    projection,
    version: chosen.version,
    limit: flags.limit,
    ...(flags.key && { keys: flags.key }),
    ...(flags.event && { event: flags.event }),
    ...(flags.type !== undefined && { type: flags.type }),
    ...(flags.reason !== undefined && { reason: flags.reason }),
    ...(flags.attempts !== undefined && { attemptsBelow: flags.attempts }),
  };
}

/** `partition:sequence`, as `list` prints it. */
export function place(text: string): { partition: number; sequence: number } {
  const found = /^(\d{1,5}):(\d{1,15})$/.exec(text);
  if (!found) throw new InvalidArgumentError('It must be a partition and a sequence, e.g. 3:17.');
  return { partition: Number(found[1]), sequence: Number(found[2]) };
}
