import type { Envelope } from '../src/event/index.js';
import type { Merge } from '../src/projector/definition.js';

/** What every row keeps of the events that told it: whose it may be, and when it was spoken of. */
export interface Provenance {
  /** The organisation our own importer made it for. */
  readonly imported_by: string | null;
  /** Least and greatest organisation among all others that spoke of it: where they differ, it is nobody's. */
  readonly published_by_least: string | null;
  readonly published_by_greatest: string | null;
  readonly first_told_at: string | null;
  readonly last_told_at: string | null;
}

export const provenance = {
  imported_by: 'least',
  published_by_least: 'least',
  published_by_greatest: 'greatest',
  first_told_at: 'least',
  last_told_at: 'greatest',
} as const satisfies Record<keyof Provenance, Merge>;

/** What our own importer calls itself. */
export const IMPORTER = 'headrace/importer';

/**
 * Only the importer's word makes a thing an organisation's whatever others publish about it: else who publishes an
 * event about another's account would get to see it.
 */
export function provenanceOf({ organisation, source, time }: Envelope): Provenance {
  const imported = source === IMPORTER;
  return {
    imported_by: imported ? organisation : null,
    published_by_least: imported ? null : organisation,
    published_by_greatest: imported ? null : organisation,
    first_told_at: time,
    last_told_at: time,
  };
}
