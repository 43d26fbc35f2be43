import { isDeepStrictEqual } from 'node:util';
import type { Catalogue, Payload } from '../../src/catalogue/index.js';
import { keyText } from '../../src/projector/compile.js';
import type { Projection } from '../../src/projector/definition.js';
import type { Tables } from './memory-projections.js';
import type { ToldEvent } from './projection-spec.js';

/** Events as they are told when one type among them comes in another of its versions. */
export interface OtherVersion {
  readonly type: string;
  readonly version: string;
  readonly events: readonly ToldEvent[];
  /** Whether that version says all that was told; else it says less. */
  readonly isWhole: boolean;
}

/** For each type that has several versions, each version that can tell its events. */
export function inOtherVersions(catalogue: Catalogue, events: readonly ToldEvent[]): readonly OtherVersion[] {
  const types = new Set(events.map(({ envelope }) => envelope.type));
  return [...types].flatMap((type) =>
    (catalogue.types.get(type)?.versions ?? []).flatMap(({ version }) => {
      const retold = events.map((event) => retell(catalogue, event, type, version));
      const told = retold.filter((event) => event !== undefined);
      if (told.length < events.length || told.every((event, index) => event === events[index])) return [];
      const isWhole = told.every((event, index) => {
        const before = events[index];
        return before && isDeepStrictEqual(currentOf(catalogue, event), currentOf(catalogue, before));
      });
      return [{ type, version, events: told, isWhole }];
    }),
  );
}

function retell(
  catalogue: Catalogue,
  event: ToldEvent,
  type: string,
  version: string,
): ToldEvent | undefined {
  const { envelope } = event;
  if (envelope.type !== type || envelope.version === version) return event;
  const data = catalogue.toVersion(type, version, currentOf(catalogue, event));
  return data && { envelope: { ...envelope, version }, data };
}

function currentOf(catalogue: Catalogue, { envelope, data }: ToldEvent): Payload {
  const { type, version } = envelope;
  const payload = catalogue.decode(type, version, catalogue.encodeUnknown(type, version, data));
  return catalogue.toCurrent(type, version, payload, { ...envelope, key: envelope.key ?? '' });
}

/**
 * Cells that a version which says less has made up: each must stand in its column already, in some row of what the
 * events' own version and those before led to (where it names its subject by less, the row has another key), or be the
 * time of an event.
 */
export function madeUp(
  projection: Projection,
  less: Tables,
  known: readonly Tables[],
  events: readonly ToldEvent[],
): readonly string[] {
  const times = new Set<unknown>(events.map(({ envelope }) => envelope.time));
  return Object.entries(less).flatMap(([name, rows]) => {
    const table = projection.tables[name];
    const key = table?.key ?? [];
    // Such a row is the event itself, in the version it came in.
    if (table?.kind === 'shared' && table.appended) return [];
    const others = known.flatMap((tables) => tables[name] ?? []);
    const isKnown = (column: string, value: unknown) =>
      others.some((other) => isDeepStrictEqual(other[column], value));
    return rows.flatMap((row) =>
      Object.entries(row)
        .filter(([column, value]) => !key.includes(column) && value !== null && value !== undefined)
        .filter(([column, value]) => !times.has(value) && !isKnown(column, value))
        .map(([column, value]) => `${name} ${keyText(key, row)}: ${column} is ${JSON.stringify(value)}`),
    );
  });
}
