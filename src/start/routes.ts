import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { packageRoot } from '../package-root.js';
import { parseRoute, type Route, RouteError, type RouteFile } from '../router/index.js';

/**
 * The routes of a folder, one a `.json` file, in the order of their names.
 *
 * @throws RouteError with every fault of every file
 */
export async function loadRoutes(folder: string): Promise<readonly Route[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return parseRoutes(await Promise.all(names.map((name) => readRouteFile(join(folder, name)))));
}

/** One route of a file anywhere. @throws RouteError with every fault */
export async function loadRoute(path: string): Promise<Route> {
  const [route] = parseRoutes([await readRouteFile(path)]);
  if (!route) throw new Error(`${path} holds no route`);
  return route;
}

function parseRoutes(files: readonly RouteFile[]): Route[] {
  const parsed = files.map(parseRoute);
  const faults = parsed.flatMap((one) => ('match' in one ? [] : one));
  if (faults.length > 0) throw new RouteError(faults);
  return parsed.flatMap((one) => ('match' in one ? [one] : []));
}

async function readRouteFile(path: string): Promise<RouteFile> {
  const inside = relative(packageRoot, path);
  const file = inside.startsWith('..') ? path : inside;
  const name = basename(path, '.json');
  try {
    return { file, name, json: { value: JSON.parse(await readFile(path, 'utf8')) } };
  } catch (error) {
    return { file, name, json: { fault: error instanceof Error ? error.message : String(error) } };
  }
}
