import type { Field, FieldType, Payload } from '../../catalogue/index.js';
import { isRecord } from '../json/is-record.js';

/** An account that an event speaks of, and where. */
export interface NamedAccount {
  readonly number: string;
  readonly attr: string;
}

const SUBJECT = /^account\/(.+)$/;

/**
 * The accounts an event names: in its subject, in fields called `account_number`, in shapes of accounts, and in lists of
 * linked accounts.
 *
 * @param data a payload that fits `fields`
 */
export function accountsIn(
  fields: readonly Field[],
  data: Payload,
  subject: string | null,
  attr: (path: string) => string,
): NamedAccount[] {
  const found: NamedAccount[] = [];
  const number = SUBJECT.exec(subject ?? '')?.[1];
  if (number !== undefined) found.push({ number, attr: attr('subject') });
  collect(fields, data, attr('data'), found);
  return found;
}

function collect(fields: readonly Field[], data: Payload, path: string, found: NamedAccount[]): void {
  for (const { name, type } of fields) {
    const value = data[name];
    const at = `${path}.${name}`;
    if (name === 'account_number' && typeof value === 'string') found.push({ number: value, attr: at });
    else if (name === 'linked_accounts' && Array.isArray(value)) collectLinked(value, at, found);
    else collectFrom(type, value, at, found);
  }
}

function collectFrom(type: FieldType, value: unknown, path: string, found: NamedAccount[]): void {
  if (type.kind === 'array' && Array.isArray(value)) {
    value.forEach((item, index) => {
      collectFrom(type.items, item, `${path}.${index}`, found);
    });
  } else if (type.kind === 'record' && isRecord(value)) {
    const { number } = value;
    const isAccount = type.shape.name.endsWith('-Account');
    if (isAccount && typeof number === 'string') found.push({ number, attr: `${path}.number` });
    collect(type.shape.fields, value, path, found);
  }
}

/** Untyped in the catalogue; each has the account's number. */
function collectLinked(accounts: readonly unknown[], path: string, found: NamedAccount[]): void {
  accounts.forEach((account, index) => {
    const number = isRecord(account) ? account['number'] : undefined;
    if (typeof number === 'string') found.push({ number, attr: `${path}.${index}.number` });
  });
}
