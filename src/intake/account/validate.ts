import type { FieldError } from '../../errors.js';
import { compileExamination } from '../examine.js';
import { checkAccountRules } from './rules.js';
import { type Account, accountSchema } from './schema.js';

export type AccountVerdict =
  | { readonly outcome: 'valid'; readonly account: Account }
  | { readonly outcome: 'invalid'; readonly errors: readonly FieldError[] };

const examine = compileExamination<Account>(accountSchema, checkAccountRules);

/**
 * Every fault of an account payload.
 *
 * @param today `YYYY-MM-DD`, UTC.
 */
export function validateAccount(payload: unknown, today: string): AccountVerdict {
  const { value: account, errors } = examine(payload, today);
  return account === undefined ? { outcome: 'invalid', errors } : { outcome: 'valid', account };
}
