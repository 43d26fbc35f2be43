import type { RecordedEvent } from '../event/index.js';
import { compile } from './compile.js';
import { type Decode, decodeEvent } from './decode.js';
import type { Projection, Row } from './definition.js';

/** Keys of rows, by table. */
export type RowKeys = ReadonlyMap<string, readonly Row[]>;

/**
 * Which rows of the projection's tables events change, without folding them. Tallies are not among them: what they count
 * depends on rows. An event that is at fault itself changes none, as it would be parked.
 */
export function rowsTouchedBy(
  projection: Projection,
  decode: Decode,
): (events: readonly RecordedEvent[]) => RowKeys {
  const { effects } = compile(projection);
  return (events) => {
    const touched = new Map<string, Row[]>();
    const add = (table: string, columns: readonly string[], rows: readonly Row[]) => {
      const known = touched.get(table) ?? [];
      if (known.length === 0) touched.set(table, known);
      for (const row of rows) known.push(Object.fromEntries(columns.map((column) => [column, row[column]])));
    };
    for (const event of events) {
      const { decoded } = decodeEvent(event, effects, decode);
      const effect = effects.get(event.envelope.type);
      if (!effect || decoded instanceof Error) continue;
      try {
        for (const { table, key, handler } of effect.owned) add(table, key, handler.rows(decoded));
        for (const { table, spec, facts } of effect.shared) add(table, spec.key, facts(decoded));
      } catch {
        // It would be parked.
      }
    }
    return touched;
  };
}
