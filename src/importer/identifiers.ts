import type { ClaimedImport, Identifiers } from './claimed.js';

/** How many identifiers of each kind are drawn. */
export interface IdentifierNeeds {
  readonly accountNumbers: number;
  readonly userIds: number;
  readonly agreementIds: number;
}

/** Sequence numbers that were drawn. */
export type DrawnIdentifiers = { readonly [Kind in keyof IdentifierNeeds]: readonly number[] };

export function identifierNeeds({ payload }: ClaimedImport): IdentifierNeeds {
  return {
    accountNumbers: payload.account.number === undefined ? 1 : 0,
    userIds: payload.customers.length,
    agreementIds: payload.supply_points?.filter((point) => point.agreement).length ?? 0,
  };
}

export function totalNeeds(needs: readonly IdentifierNeeds[]): IdentifierNeeds {
  const total = (kind: keyof IdentifierNeeds) => needs.reduce((sum, need) => sum + need[kind], 0);
  return {
    accountNumbers: total('accountNumbers'),
    userIds: total('userIds'),
    agreementIds: total('agreementIds'),
  };
}

/** Hands out what was drawn, each number once. The account number is taken to be free until it turns out not to be. */
export function dealer(drawn: DrawnIdentifiers): (claimed: ClaimedImport) => Identifiers {
  const dealt = { accountNumbers: 0, userIds: 0, agreementIds: 0 };
  const deal = (kind: keyof IdentifierNeeds, count: number) => {
    const numbers = drawn[kind].slice(dealt[kind], dealt[kind] + count);
    dealt[kind] += count;
    if (numbers.length < count) throw new Error(`too few numbers were drawn for ${kind}`);
    return numbers;
  };
  return (claimed) => {
    const needs = identifierNeeds(claimed);
    const [made] = deal('accountNumbers', needs.accountNumbers);
    return {
      accountNumber: made === undefined ? (claimed.payload.account.number ?? '') : accountNumberOf(made),
      accountNumberAvailable: true,
      userIds: deal('userIds', needs.userIds),
      agreementIds: deal('agreementIds', needs.agreementIds),
    };
  };
}

const LENGTH = 8;
const COUNT = 36n ** BigInt(LENGTH);
// Shares no factor with 36, so no two sequence numbers meet; large, so that neighbours differ in most places and a
// mistyped number is seldom another account's.
const STRIDE = 1_732_050_807_569n;

/** `A-` and eight characters of 0-9 and A-Z: another one for each number of the sequence below 36^8. */
export function accountNumberOf(sequence: number): string {
  return `A-${scattered(sequence)}`;
}

/** `U-` and eight characters of 0-9 and A-Z: another one for each user id below 36^8. */
export function userNumberOf(userId: number): string {
  return `U-${scattered(userId)}`;
}

/** `JS-` and eight characters of 0-9 and A-Z: number of a join-supplier process, made of its id. */
export function joinNumberOf(processId: number): string {
  return `JS-${scattered(processId)}`;
}

/** `LS-` and eight characters of 0-9 and A-Z: number of a leave-supplier process, made of its id. */
export function leaveNumberOf(processId: number): string {
  return `LS-${scattered(processId)}`;
}

function scattered(sequence: number): string {
  return ((BigInt(sequence) * STRIDE) % COUNT).toString(36).toUpperCase().padStart(LENGTH, '0');
}
