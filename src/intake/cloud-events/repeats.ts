import type { Identity } from './identity.js';

export interface Sorted<Item> {
  readonly fresh: readonly Item[];
  /** Say again what was said before. */
  readonly repeats: readonly Item[];
  /** Say something else under an id that was used before. */
  readonly conflicts: readonly Item[];
}

/** The identities of items, each event once, as its first item has it: what is to be remembered. */
export function distinct<Item extends { readonly identity: Identity }>(items: readonly Item[]): Identity[] {
  const first = new Map<string, Identity>();
  for (const { identity } of items) if (!first.has(identity.event)) first.set(identity.event, identity);
  return [...first.values()];
}

/**
 * Tells what is new from what was said before, whether earlier in the same list or ever.
 *
 * @param known content of events remembered before, by event
 */
export function sortRepeats<Item extends { readonly identity: Identity }>(
  items: readonly Item[],
  known: ReadonlyMap<string, number>,
): Sorted<Item> {
  const contents = new Map(known);
  const sorted = { fresh: [] as Item[], repeats: [] as Item[], conflicts: [] as Item[] };
  for (const item of items) {
    const { event, content } = item.identity;
    const before = contents.get(event);
    if (before === undefined) {
      contents.set(event, content);
      sorted.fresh.push(item);
    } else if (before === content) sorted.repeats.push(item);
    else sorted.conflicts.push(item);
  }
  return sorted;
}
