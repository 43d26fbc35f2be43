import { join, resolve } from 'node:path';
import { packageRoot } from '../../package-root.js';
import { type Addresses, VARIABLES } from './service.js';
import type { Environment } from './tools.js';

/** Folder of fetched jars: HEADRACE_SERVICES_CACHE, so that checkouts can share one, or one in this checkout. */
export function cacheFolder(environment: Environment): string {
  return resolve(environment['HEADRACE_SERVICES_CACHE'] || join(packageRoot, '.headrace/services/cache'));
}

/** Folder of what `services up` starts: data, logs and the note of what runs. */
export function servicesFolder(given: string | undefined): string {
  return resolve(given ?? join(packageRoot, '.headrace/services'));
}

/** Addresses of services that somebody else runs: used as they are. */
export function givenAddresses(environment: Environment): Addresses {
  const given: Partial<Record<keyof Addresses, string>> = {};
  for (const name of Object.values(VARIABLES)) {
    const value = environment[name];
    if (value) given[name] = value;
  }
  return given;
}
