import { CatalogueError } from './faults.js';
import { isRecord, isTextList } from './guards.js';
import { fieldAt, type KeyPart, type KeyRule } from './key.js';
import type { Field } from './model.js';

/**
 * Reads the `key` property of a schema: a list of paths, or
 * `{"process": [part, part, part]}` where a part is `{"envelope": "organisation"}`, `{"literal": text}` or
 * `{"path": path or list of paths}`.
 */
export function parseKeyRule(where: string, key: unknown): KeyRule {
  if (isTextList(key)) return { kind: 'paths', paths: key };
  const parts = isRecord(key) && Object.keys(key).length === 1 ? key['process'] : undefined;
  if (Array.isArray(parts) && parts.length === 3) {
    const [first, second, third] = parts.map((part) => parsePart(part));
    if (first && second && third) return { kind: 'process', parts: [first, second, third] };
  }
  throw new CatalogueError(`${where}: "key" must be a list of paths or {"process": [part, part, part]}`);
}

function parsePart(part: unknown): KeyPart | undefined {
  if (!isRecord(part) || Object.keys(part).length !== 1) return undefined;
  const { envelope, literal, path } = part;
  if (envelope === 'organisation') return { from: 'organisation' };
  if (typeof literal === 'string') return { from: 'literal', text: literal };
  const paths = typeof path === 'string' ? [path] : path;
  return isTextList(paths) ? { from: 'paths', paths } : undefined;
}

/**
 * Proves that a rule makes a key of every valid payload of every version.
 *
 * @throws CatalogueError where a path leads nowhere or to no text or whole number, or a version may have none of them.
 */
export function checkKeyRule(
  type: string,
  rule: KeyRule,
  versions: readonly { readonly version: string; readonly fields: readonly Field[] }[],
): void {
  const lists = rule.kind === 'paths' ? [rule.paths] : rule.parts.map(pathsOf);
  for (const paths of lists) {
    for (const path of paths) {
      const found = versions.map((version) => fieldAt(version.fields, path)?.field.type.kind);
      if (found.every((kind) => kind === undefined)) {
        throw new CatalogueError(`${type}: key path ${path} leads to no field`);
      }
      if (found.some((kind) => kind !== undefined && kind !== 'string' && kind !== 'long')) {
        throw new CatalogueError(
          `${type}: key path ${path} leads to a field that is no text or whole number`,
        );
      }
    }
    for (const { version, fields } of versions) {
      if (paths.length > 0 && !paths.some((path) => fieldAt(fields, path)?.required)) {
        throw new CatalogueError(`${type} ${version}: no key path is required, so an event may have no key`);
      }
    }
  }
}

const pathsOf = (part: KeyPart): readonly string[] => (part.from === 'paths' ? part.paths : []);
