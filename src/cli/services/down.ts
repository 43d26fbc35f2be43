import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { composeDown } from './compose.js';
import { end } from './launch.js';
import { SERVICES, type ServiceName } from './service.js';
import { StateStore } from './store.js';
import type { Tools } from './tools.js';

export interface DownOptions {
  readonly folder: string;
  readonly tools: Tools;
  /** Whether to remove the data as well. */
  readonly wipe: boolean;
}

/** Ends what `up` started in this folder, and nothing else. @returns what was running. */
export async function down({ folder, tools, wipe }: DownOptions): Promise<ServiceName[]> {
  if (!existsSync(folder)) return [];
  const store = new StateStore(folder);
  const ended: ServiceName[] = [];
  const containers = store.state.compose;
  if (containers !== undefined) {
    const compose = await tools.compose();
    if ('missing' in compose)
      throw new Error(`containers of ${containers.project} may run, but ${compose.missing}`);
    await composeDown(compose.command, store, wipe);
    ended.push(...containers.services);
  }
  // PostgreSQL last: the registry writes to it.
  for (const name of SERVICES.toReversed()) if (await end(name, store)) ended.push(name);
  store.update({ addresses: {} });
  if (wipe) removeData(folder);
  return ended;
}

function removeData(folder: string): void {
  const ours = [...SERVICES, 'services.json', ...SERVICES.map((name) => `${name}.log`)];
  for (const name of readdirSync(folder)) {
    if (ours.includes(name)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}
