import type { FieldFault, FieldFaultCode } from './faults.js';
import { type JsonFault, jsonObjectFault } from './json.js';
import type { Field, FieldType } from './model.js';
import { isWellFormed } from './text.js';

/** A payload with more faults than this is told the first ones only, unless more are asked for. */
const FAULTS_MAX = 100;

/**
 * Every fault of a value against the fields of a record; empty if it fits. Fields it does not know are faults.
 *
 * @param most where there are more, it stops
 */
export function faultsOf(
  fields: readonly Field[],
  value: unknown,
  most: number = FAULTS_MAX,
): readonly FieldFault[] {
  const faults = new Faults(most);
  checkRecord(fields, value, '', faults);
  return faults.list;
}

class Faults {
  readonly list: FieldFault[] = [];
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.list.length >= this.#most;
  }
}

function checkRecord(fields: readonly Field[], value: unknown, path: string, faults: Faults): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    report(faults, path, 'wrong_type', 'must be an object');
    return;
  }
  for (const field of fields) {
    const member: unknown = Object.hasOwn(value, field.name) ? Reflect.get(value, field.name) : undefined;
    const at = path === '' ? field.name : `${path}.${field.name}`;
    if (member !== undefined && member !== null) checkValue(field.type, member, at, faults);
    else if (field.required) report(faults, at, 'required', 'is required');
  }
  const known = namesOf(fields);
  for (const name of Object.keys(value)) {
    if (known.has(name)) continue;
    report(faults, path === '' ? name : `${path}.${name}`, 'unknown_field', 'is not a field of this type');
  }
}

const namesKnown = new WeakMap<readonly Field[], ReadonlySet<string>>();

/** Names of a record's fields, put together once. */
function namesOf(fields: readonly Field[]): ReadonlySet<string> {
  let names = namesKnown.get(fields);
  if (!names) {
    names = new Set(fields.map(({ name }) => name));
    namesKnown.set(fields, names);
  }
  return names;
}

function checkValue(type: FieldType, value: unknown, path: string, faults: Faults): void {
  switch (type.kind) {
    case 'string':
      if (typeof value !== 'string') report(faults, path, 'wrong_type', 'must be a string');
      else if (!isWellFormed(value)) report(faults, path, 'malformed_text', jsonDetails.malformed_text);
      return;
    case 'long':
      if (typeof value !== 'number' || !Number.isInteger(value)) {
        report(faults, path, 'wrong_type', 'must be a whole number');
      } else if (!Number.isSafeInteger(value)) {
        report(faults, path, 'unsafe_integer', jsonDetails.unsafe_integer);
      }
      return;
    case 'double':
      if (typeof value !== 'number') report(faults, path, 'wrong_type', 'must be a number');
      else if (!Number.isFinite(value)) report(faults, path, 'not_finite', jsonDetails.not_finite);
      return;
    case 'boolean':
      if (typeof value !== 'boolean') report(faults, path, 'wrong_type', 'must be true or false');
      return;
    case 'json': {
      const fault = jsonObjectFault(value);
      if (fault) report(faults, path, fault, jsonDetails[fault]);
      return;
    }
    case 'array':
      if (!Array.isArray(value)) {
        report(faults, path, 'wrong_type', 'must be an array');
        return;
      }
      for (let i = 0; i < value.length && !faults.isFull; i++) {
        const item: unknown = value[i];
        if (item === undefined || item === null) report(faults, `${path}.${i}`, 'required', 'is required');
        else checkValue(type.items, item, `${path}.${i}`, faults);
      }
      return;
    case 'record':
      checkRecord(type.shape.fields, value, path, faults);
  }
}

const jsonDetails: Readonly<Record<JsonFault, string>> = {
  wrong_type: 'must be an object',
  unsafe_integer: 'holds a whole number beyond 2^53 - 1',
  not_finite: 'holds a number that is not finite',
  malformed_text: 'holds text with NUL or half a surrogate pair',
  invalid_json: 'holds something JSON has no form for, or is nested too deep',
};

function report(faults: Faults, path: string, code: FieldFaultCode, detail: string): void {
  if (!faults.isFull) faults.list.push({ path, code, detail });
}
