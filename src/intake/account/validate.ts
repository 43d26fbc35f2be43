import type { FieldError } from '../../errors.js';
import { fault } from '../codes.js';
import { compileStructure } from '../structure.js';
import { checkAccountRules } from './rules.js';
import { type Account, accountSchema } from './schema.js';

export type AccountVerdict =
  | { readonly outcome: 'valid'; readonly account: Account }
  | { readonly outcome: 'invalid'; readonly errors: readonly FieldError[] };

const structure = compileStructure<Account>(accountSchema);

/**
 * Every fault of an account payload, each cause once: a value that fails its schema is not looked at by a rule, and
 * nothing is said about the inside of something unknown.
 *
 * @param today `YYYY-MM-DD`, UTC.
 */
export function validateAccount(payload: unknown, today: string): AccountVerdict {
  const { value: account, faults: errors } = structure(payload);
  const faulty = new Set(errors.map(({ attr }) => attr));
  checkAccountRules(payload, today, (code, attr) => {
    if (faulty.has(attr)) return;
    faulty.add(attr);
    errors.push(fault(code, attr));
  });
  return account !== undefined && errors.length === 0
    ? { outcome: 'valid', account }
    : { outcome: 'invalid', errors };
}
