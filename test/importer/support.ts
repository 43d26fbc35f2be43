import type { Identifiers } from '../../src/importer/claimed.js';
import type { AccountPayload, ClaimedImport, ImporterLog } from '../../src/importer/index.js';

export const bothMpids = { electricity: 'ELEC', gas: 'GASX' };

export function customer(email: string, more: Partial<AccountPayload['customers'][number]> = {}) {
  return { given_name: 'Ada', family_name: 'King', email, ...more };
}

/** The smallest payload there is, and what a test adds to it. */
export function payload(more: Partial<AccountPayload> = {}): AccountPayload {
  return { account: {}, customers: [customer('ada@example.com')], ...more };
}

export function claimed(more: Partial<ClaimedImport> = {}): ClaimedImport {
  return {
    organisation: 'org',
    resourceType: 'account',
    externalIdentifier: 'ext-1',
    importSupplier: 'cohort',
    attempt: 1,
    payload: payload(),
    causationId: 'accepted-1',
    correlationId: 'request-1',
    traceparent: null,
    supplierMpids: bothMpids,
    customerEmails: false,
    expiryWindowEnd: '2999-01-01T00:00:00.000Z',
    ...more,
  };
}

/** More identifiers than any payload of a test needs. */
export function identifiers(more: Partial<Identifiers> = {}): Identifiers {
  const many = (from: number) => Array.from({ length: 300 }, (_, index) => from + index);
  return {
    accountNumber: 'A-1',
    accountNumberAvailable: true,
    userIds: many(1),
    agreementIds: many(1001),
    ...more,
  };
}

export interface LogLine {
  readonly level: 'error' | 'warn' | 'info';
  readonly facts: object;
  readonly message: string;
}

export function recordingLog(): { log: ImporterLog; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const at = (level: LogLine['level']) => (facts: object, message: string) => {
    lines.push({ level, facts, message });
  };
  return { lines, log: { error: at('error'), warn: at('warn'), info: at('info') } };
}
