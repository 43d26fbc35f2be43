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
  /** Tables of which each row is one event's alone: written once, and told by nobody else. */
  readonly finalTables: ReadonlySet<string>;
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
  const finalTables = shared.filter(([, { appended, key }]) => appended && key.includes('partition'));
  return { projection, effects, tallies, finalTables: new Set(finalTables.map(([table]) => table)) };
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
 * Text that is the same for the same key values, and for no others: each of several says its type and length first.
 * @throws Error where a key column has no value: such a row could never be found again.
 */
export function keyText(key: readonly string[], row: Row): string {
  const [only] = key;
  if (key.length === 1 && only !== undefined) return String(keyValue(row, only));
  // Put together rather than by `JSON.stringify`, which takes several times as long: this runs for every row told.
  let text = '';
  for (const column of key) {
    const value = keyValue(row, column);
    const said = String(value);
    text += `${typeof value === 'string' ? 's' : 'v'}${said.length}:${said}`;
  }
  return text;
}

function keyValue(row: Row, column: string): unknown {
  const value = row[column];
  if (value === undefined || value === null) throw new Error(`no value for the key column ${column}`);
  return value;
}
