import type { TSchema } from 'typebox';
import type { FieldError } from '../errors.js';
import { fault } from './codes.js';
import { compileStructure } from './structure.js';
import type { Report } from './supply-points.js';

export interface Examination<Payload> {
  /** The payload, where it has no fault. */
  readonly value: Payload | undefined;
  readonly errors: readonly FieldError[];
}

/**
 * Compiles a schema and the rules beside it, once, to a function that finds every fault of a payload, each cause
 * once: a value that fails its schema is not looked at by a rule, and nothing is said about the inside of something
 * unknown.
 *
 * @returns a function of the payload and of today, `YYYY-MM-DD`, UTC
 */
export function compileExamination<Payload>(
  schema: TSchema,
  rules: (payload: unknown, today: string, report: Report) => void,
): (payload: unknown, today: string) => Examination<Payload> {
  const structure = compileStructure<Payload>(schema);
  return (payload, today) => {
    const { value, faults: errors } = structure(payload);
    const faulty = new Set(errors.map(({ attr }) => attr));
    rules(payload, today, (code, attr) => {
      if (faulty.has(attr)) return;
      faulty.add(attr);
      errors.push(fault(code, attr));
    });
    return { value: errors.length === 0 ? value : undefined, errors };
  };
}
