import { type Decided, decideAndSeal, type ImportContext, needsOrEnd } from './decide-safely.js';
import { accountNumberOf, dealer, totalNeeds } from './identifiers.js';
import type { ImportBatch } from './port.js';

/**
 * Runs all imports of a batch. Each is decided as if its number were free; only those that can complete reserve
 * theirs, so that a failed import never holds one, and those that find it taken are decided again.
 *
 * @returns how many were run.
 */
export async function runImports(batch: ImportBatch, context: ImportContext): Promise<number> {
  const { imports } = batch;
  if (imports.length === 0) return 0;
  const needs = imports.map((claimed) => needsOrEnd(claimed, context));
  const deal = dealer(await batch.draw(totalNeeds(needs.filter((need) => 'userIds' in need))));
  const decided = imports.map((claimed, index) => {
    const need = needs[index];
    return need && 'finished' in need ? need : decideAndSeal(claimed, deal(claimed), context);
  });
  const settled = await nameAllFaults(batch, await reserveNumbers(batch, decided, context), context);
  await batch.finish(settled.map((one) => one.finished));
  return imports.length;
}

/** Reserves the numbers of those that can complete; decides again those that find theirs taken. */
async function reserveNumbers(
  batch: ImportBatch,
  decided: readonly Decided[],
  context: ImportContext,
): Promise<Decided[]> {
  const winners = new Map<string, Decided>();
  for (const one of decided) {
    const { accountNumber } = one.identifiers;
    if (isComplete(one) && !winners.has(accountNumber)) winners.set(accountNumber, one);
  }
  const reserved = await batch.reserve(
    [...winners].map(([accountNumber, { claimed }]) => ({
      organisation: claimed.organisation,
      resourceType: claimed.resourceType,
      externalIdentifier: claimed.externalIdentifier,
      accountNumber,
    })),
  );
  const settled: Decided[] = [];
  const unlucky: Decided[] = [];
  for (const one of decided) {
    const { accountNumber } = one.identifiers;
    const won = winners.get(accountNumber) === one && reserved.has(accountNumber);
    if (won || !isComplete(one)) settled.push(one);
    else if (givesNumber(one)) settled.push(withoutNumber(one, context));
    else unlucky.push(one);
  }
  if (unlucky.length === 0) return settled;
  // A number that was made is one that some payload had given itself: make others, until they are free.
  const { accountNumbers } = await batch.draw({
    accountNumbers: unlucky.length,
    userIds: 0,
    agreementIds: 0,
  });
  const renumbered = accountNumbers.flatMap((sequence, index) => {
    const one = unlucky[index];
    if (!one) return [];
    const identifiers = { ...one.identifiers, accountNumber: accountNumberOf(sequence) };
    return [decideAndSeal(one.claimed, identifiers, context)];
  });
  return [...settled, ...(await reserveNumbers(batch, renumbered, context))];
}

/** An import that fails anyway is told, too, that the number it gives is taken: every fault at once. */
async function nameAllFaults(
  batch: ImportBatch,
  settled: readonly Decided[],
  context: ImportContext,
): Promise<readonly Decided[]> {
  const failed = settled.filter(
    (one) =>
      one.identifiers.accountNumberAvailable && one.finished.result.state === 'error' && givesNumber(one),
  );
  if (failed.length === 0) return settled;
  const taken = await batch.taken(failed.map((one) => one.identifiers.accountNumber));
  return settled.map((one) =>
    failed.includes(one) && taken.has(one.identifiers.accountNumber) ? withoutNumber(one, context) : one,
  );
}

function isComplete({ finished }: Decided): boolean {
  return finished.result.state === 'complete';
}

function givesNumber({ claimed }: Decided): boolean {
  return claimed.payload.account.number !== undefined;
}

function withoutNumber({ claimed, identifiers }: Decided, context: ImportContext): Decided {
  return decideAndSeal(claimed, { ...identifiers, accountNumberAvailable: false }, context);
}
