import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Envelope } from '../event/index.js';
import { packageRoot } from '../package-root.js';
import type { Upcast, UpcastStep } from './define.js';
import { CatalogueError, dataFault } from './faults.js';
import { isRecord } from './guards.js';
import type { CurrentForm, Payload } from './model.js';

/** Turns a decoded payload of one version into the current form. */
export type Upcaster = (data: Payload, envelope: Envelope) => Payload;

/** Loads the default export of `schemas/<type>/upcast.ts`, or of its compiled form where we run compiled. */
export async function loadUpcast(type: string, file: string): Promise<Upcast> {
  const module: unknown = await import(moduleUrl(file));
  const upcast = isRecord(module) ? module['default'] : undefined;
  if (!isUpcast(upcast)) throw new CatalogueError(`${file}: its default export is not made by defineUpcast`);
  if (upcast.type !== type) throw new CatalogueError(`${file}: upcasts ${upcast.type} instead of ${type}`);
  return upcast;
}

/** Compiled, `schemas/` lies beside `src/` in the output: there is the `.js` of a `.ts` file, which Node cannot run. */
function moduleUrl(file: string): string {
  const compiled = import.meta.url.endsWith('.js') && file.endsWith('.ts');
  if (!compiled) return pathToFileURL(file).href;
  const output = fileURLToPath(new URL('../..', import.meta.url));
  return pathToFileURL(join(output, relative(packageRoot, file).replace(/ts$/, 'js'))).href;
}

function isUpcast(value: unknown): value is Upcast {
  return isRecord(value) && typeof value['type'] === 'string' && isRecord(value['steps']);
}

/**
 * Proves that the steps lead from each version to the next and from nowhere else: no gap, no cycle.
 *
 * @param versions oldest first
 */
export function checkSteps(type: string, versions: readonly string[], upcast: Upcast | undefined): void {
  const steps = upcast?.steps ?? {};
  versions.slice(0, -1).forEach((version, i) => {
    const next = versions[i + 1];
    const to = steps[version]?.to;
    if (to !== next) {
      throw new CatalogueError(
        `${type}: the upcast step from ${version} must lead to ${next}, not ${to ?? 'nowhere'}`,
      );
    }
  });
  for (const version of Object.keys(steps)) {
    if (!versions.slice(0, -1).includes(version)) {
      throw new CatalogueError(`${type}: an upcast step from ${version}, which has no newer version`);
    }
  }
}

/**
 * The upcaster of one version, or `undefined` where its payloads are in current form as they are.
 *
 * @param fields names of the version's own fields
 */
export function upcasterOf(
  type: string,
  version: string,
  fields: readonly string[],
  current: CurrentForm,
  upcast: Upcast | undefined,
): Upcaster | undefined {
  const steps = chain(version, upcast);
  const names = current.fields.map((field) => field.name);
  if (steps.length === 0 && names.every((name) => fields.includes(name))) return undefined;
  return (data, envelope) => {
    const event: Record<string, unknown> = {};
    for (const name of names) event[name] = data[name] ?? null;
    try {
      for (const step of steps) Object.assign(event, step.add(event, envelope));
    } catch (cause) {
      throw dataFault('invalid_payload', `${type} ${version}: its upcast failed`, cause);
    }
    return event;
  };
}

function chain(version: string, upcast: Upcast | undefined): UpcastStep[] {
  const steps: UpcastStep[] = [];
  for (let step = upcast?.steps[version]; step; step = upcast?.steps[step.to]) steps.push(step);
  return steps;
}
