import type { DecodedEvent } from '../event/index.js';
import type { CurrentEvents } from '../generated/events.js';
import type {
  Contribution,
  Merge,
  OwnedHandler,
  OwnedTable,
  Projection,
  Row,
  SharedTable,
  TallyTable,
} from './definition.js';

export type EventType = keyof CurrentEvents & string;

/** An event of one type, in the type's current form. */
export type EventOf<Type extends EventType> = DecodedEvent<Type, CurrentEvents[Type]>;

/** What {@link owned} takes: {@link OwnedTable} for rows of type `R`, its events typed by the catalogue. */
export interface OwnedSpec<R extends object> {
  readonly key: readonly (keyof R & string)[];
  readonly partitionedBy: string;
  readonly on: {
    readonly [Type in EventType]?: {
      rows(event: EventOf<Type>): readonly Partial<R>[];
      fold(row: R | undefined, event: EventOf<Type>, key: Partial<R>): R;
    };
  };
}

/** What {@link shared} takes. Every column that is not of the key `K` has its merge. */
export interface SharedSpec<R extends object, K extends keyof R & string> {
  readonly key: readonly K[];
  readonly merge: Readonly<Record<Exclude<keyof R & string, K>, Merge>>;
  readonly on: {
    readonly [Type in EventType]?: (event: EventOf<Type>) => readonly (Pick<R, K> & Partial<R>)[];
  };
}

/** What {@link appended} takes. */
export interface AppendedSpec<R extends object> {
  readonly key: readonly (keyof R & string)[];
  /** Types of the events that are asked. */
  readonly types: readonly string[];
  rows(event: DecodedEvent): readonly R[];
}

export interface TallySpec<Source extends object> {
  readonly of: string;
  readonly key: readonly string[];
  readonly counts: readonly string[];
  contribution(row: Source): readonly Contribution[];
}

export const defineProjection = (projection: Projection): Projection => projection;

// The engine hands each handler only events of its own type and rows of its own table, so the types given here
// hold there; the casts below are the one place where they are laid aside.

export function owned<R extends object>(spec: OwnedSpec<R>): OwnedTable {
  return { kind: 'owned', ...spec, on: spec.on as Readonly<Record<string, OwnedHandler>> };
}

export function shared<R extends object, K extends keyof R & string>(spec: SharedSpec<R, K>): SharedTable {
  return { kind: 'shared', ...spec, on: spec.on as SharedTable['on'] };
}

/** A table of rows that are written once: see {@link SharedTable.appended}. */
export function appended<R extends object>({ key, types, rows }: AppendedSpec<R>): SharedTable {
  const tell = rows as SharedTable['on'][string];
  return {
    kind: 'shared',
    key,
    merge: {},
    appended: true,
    on: Object.fromEntries(types.map((type) => [type, tell])),
  };
}

export function tally<Source extends object>(spec: TallySpec<Source>): TallyTable {
  return { kind: 'tally', ...spec, contribution: (row: Row) => spec.contribution(row as Source) };
}
