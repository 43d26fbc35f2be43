import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../package-root.js';
import type { Asset } from '../query/index.js';

const own = (name: string) => join(packageRoot, 'src/query/dashboard/assets', name);
const uplot = (path: string) => fileURLToPath(import.meta.resolve(`uplot/dist/${path}`));

const files = [
  { name: 'dashboard.css', type: 'text/css; charset=utf-8', path: () => own('dashboard.css') },
  { name: 'dashboard.js', type: 'text/javascript; charset=utf-8', path: () => own('dashboard.js') },
  { name: 'icon.svg', type: 'image/svg+xml', path: () => own('icon.svg') },
  { name: 'uplot.css', type: 'text/css; charset=utf-8', path: () => uplot('uPlot.min.css') },
  { name: 'uplot.js', type: 'text/javascript; charset=utf-8', path: () => uplot('uPlot.iife.min.js') },
] as const;

/** The files that the dashboard's pages refer to. */
export function loadAssets(): Promise<readonly Asset[]> {
  return Promise.all(
    files.map(async ({ name, type, path }) => ({ name, type, bytes: await readFile(path()) })),
  );
}
