import type { JsonSchema } from './call.js';

/** Reading JSON whose form nobody promised: what is not as expected is empty. */

export function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function member(value: unknown, name: string): JsonSchema {
  const found = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return isObject(found) ? found : {};
}

export function list(value: unknown, name: string): readonly unknown[] {
  const found = isObject(value) ? value[name] : undefined;
  return Array.isArray(found) ? found : [];
}

/** What a local `$ref` stands for; anything else stands for itself. @throws Error where it leads nowhere */
export function resolve(document: unknown, value: unknown): unknown {
  if (!isObject(value) || typeof value['$ref'] !== 'string') return value;
  const reference = value['$ref'];
  let found: unknown = document;
  for (const part of reference.replace(/^#\//, '').split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    found = isObject(found) ? found[name] : undefined;
  }
  if (found === undefined) throw new Error(`${reference} leads nowhere`);
  return resolve(document, found);
}
