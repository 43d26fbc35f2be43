import { readFile } from 'node:fs/promises';
import { InputError } from '../input-error.js';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws InputError naming the file where it cannot be read or is not JSON */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new InputError(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
