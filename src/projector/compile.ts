import type {
  OwnedHandler,
  OwnedTable,
  Projection,
  Row,
  SharedTable,
  Table,
  TallyTable,
} from './definition.js';

/** A projection turned round: what each event type does, ready for the hot path. */
export interface CompiledProjection {
  readonly projection: Projection;
  /** By event type; a type that is not here changes nothing. */
  readonly effects: ReadonlyMap<string, TypeEffects>;
  readonly tallies: readonly CompiledTally[];
}

export interface TypeEffects {
  readonly owned: readonly {
    readonly table: string;
    readonly key: readonly string[];
    readonly handler: OwnedHandler;
  }[];
  readonly shared: readonly {
    readonly table: string;
    readonly spec: SharedTable;
    readonly facts: SharedTable['on'][string];
  }[];
}

export interface CompiledTally {
  readonly table: string;
  readonly spec: TallyTable;
}

/** @throws Error where a tally counts a table that is not an owned one of the projection. */
export function compile(projection: Projection): CompiledProjection {
  const tables = Object.entries(projection.tables);
  const ofKind = <K extends Table['kind']>(kind: K) =>
    tables.filter((entry): entry is [string, Extract<Table, { kind: K }>] => entry[1].kind === kind);
  const owned = ofKind('owned');
  const shared = ofKind('shared');
  const types = new Set([...owned, ...shared].flatMap(([, spec]) => Object.keys(spec.on)));
  const effects = new Map([...types].map((type) => [type, effectsOf(type, owned, shared)]));
  const tallies = ofKind('tally').map(([table, spec]) => ({ table, spec }));
  for (const { table, spec } of tallies) {
    if (projection.tables[spec.of]?.kind !== 'owned') {
      throw new Error(`${projection.name}: ${table} counts ${spec.of}, which is not an owned table`);
    }
  }
  return { projection, effects, tallies };
}

function effectsOf(
  type: string,
  owned: readonly [string, OwnedTable][],
  shared: readonly [string, SharedTable][],
): TypeEffects {
  return {
    owned: owned.flatMap(([table, spec]) => {
      const handler = spec.on[type];
      return handler ? [{ table, key: spec.key, handler }] : [];
    }),
    shared: shared.flatMap(([table, spec]) => {
      const facts = spec.on[type];
      return facts ? [{ table, spec, facts }] : [];
    }),
  };
}

/**
 * Text that is the same for the same key values. `JSON.stringify` keeps `1` and `'1'` apart.
 * @throws Error where a key column has no value: such a row could never be found again.
 */
export function keyText(key: readonly string[], row: Row): string {
  const [only] = key;
  if (key.length === 1 && only !== undefined) return String(keyValue(row, only));
  return JSON.stringify(key.map((column) => keyValue(row, column)));
}

function keyValue(row: Row, column: string): unknown {
  const value = row[column];
  if (value === undefined || value === null) throw new Error(`no value for the key column ${column}`);
  return value;
}
