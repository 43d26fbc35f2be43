import type { Catalogue } from '../catalogue/index.js';
import type { RecordedEvent } from '../event/index.js';
import type { RouteTable } from './compile.js';
import { matchEvents } from './match.js';

/** What a route would have done with a part of the log. */
export interface BacktestReport {
  /** Events of the log that were looked at. */
  readonly events: number;
  readonly matched: number;
  readonly versions: readonly VersionReport[];
  /** Events of which cannot be said whether they match, by reason. */
  readonly unjudged: Readonly<Record<string, number>>;
  /** The first that matched, of each type and version. */
  readonly samples: readonly Sample[];
}

export interface VersionReport {
  readonly type: string;
  readonly version: string;
  readonly matched: number;
  /** Records that would go as they came, by reason. */
  readonly notConverted: Readonly<Record<string, number>>;
}

/** Where an event stands and what it is: enough to look it up, and no payload, which may be personal data. */
export interface Sample {
  readonly type: string;
  readonly version: string;
  readonly id: string;
  readonly time: string;
  readonly partition: number;
  readonly sequence: number;
  readonly target: string;
  readonly key: string;
}

/** Of each type and version. */
const SAMPLES = 3;

interface Counts {
  matched: number;
  readonly notConverted: Record<string, number>;
  readonly samples: Sample[];
}

/** Tries routes on events and counts, touching nothing. */
export class Backtest {
  readonly #catalogue: Catalogue;
  readonly #table: RouteTable;
  readonly #versions = new Map<string, Counts & { readonly type: string; readonly version: string }>();
  readonly #unjudged: Record<string, number> = {};
  #events = 0;

  /** @param table of the routes to be tried, whether or not they are enabled */
  constructor(catalogue: Catalogue, table: RouteTable) {
    this.#catalogue = catalogue;
    this.#table = table;
  }

  take(events: readonly RecordedEvent[]): void {
    this.#events += events.length;
    const { matches, unjudged } = matchEvents(this.#catalogue, this.#table, events, () => true);
    for (const { fault } of unjudged) count(this.#unjudged, fault.reason);
    for (const { plan, key, decoding } of matches) {
      const { event } = decoding;
      const counts = this.#countsOf(event);
      counts.matched++;
      const written = decoding.as(plan.form);
      if (typeof written === 'string') count(counts.notConverted, written);
      if (counts.samples.length < SAMPLES) {
        const { type, version, id, time } = event.envelope;
        const { partition, sequence } = event;
        counts.samples.push({ type, version, id, time, partition, sequence, target: plan.target, key });
      }
    }
  }

  report(): BacktestReport {
    const all = [...this.#versions.entries()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, counts]) => counts);
    return {
      events: this.#events,
      matched: all.reduce((sum, { matched }) => sum + matched, 0),
      versions: all.map(({ type, version, matched, notConverted }) => ({
        type,
        version,
        matched,
        notConverted,
      })),
      unjudged: this.#unjudged,
      samples: all.flatMap(({ samples }) => samples),
    };
  }

  #countsOf({ envelope: { type, version } }: RecordedEvent) {
    const name = `${type} ${version}`;
    const known = this.#versions.get(name);
    if (known) return known;
    const counts: Counts = { matched: 0, notConverted: {}, samples: [] };
    const fresh = { ...counts, type, version };
    this.#versions.set(name, fresh);
    return fresh;
  }
}

function count(counts: Record<string, number>, reason: string): void {
  counts[reason] = (counts[reason] ?? 0) + 1;
}
