import Type from 'typebox';
import type { FieldCode } from './codes.js';
import { text } from './fields.js';
import { isMpan, isMprn } from './formats/meter-points.js';
import { isRecord } from './json/is-record.js';

/** Says that there is a fault at a path. */
export type Report = (code: FieldCode, attr: string) => void;
export type Fields = Readonly<Record<string, unknown>>;

/** Markets that supply can be taken in. */
const MARKETS = ['electricity', 'gas'] as const;

/** What names a supply point, wherever a payload has one. */
export const supplyPointName = {
  market_name: Type.Enum([...MARKETS], { description: 'Market.' }),
  external_identifier: text({
    description: 'MPAN (13 digits with check digit) in electricity, MPRN (6 to 10 digits) in gas.',
    lengthMax: 64,
    examples: ['2000000000006'],
  }),
};

/** Each supply point once, each with the identifier that its market uses. Runs on any payload. */
export function checkSupplyPoints(payload: Fields, report: Report): void {
  items(payload['supply_points']).forEach((point, i) => {
    const { market_name: market, external_identifier: identifier } = point;
    if (typeof identifier !== 'string') return;
    const attr = `supply_points.${i}.external_identifier`;
    if (market === 'electricity' && !isMpan(identifier)) report('invalid_mpan', attr);
    if (market === 'gas' && !isMprn(identifier)) report('invalid_mprn', attr);
  });
  reportRepeats(payload['supply_points'], 'supply_points', 'external_identifier', meterPoint, report);
}

/** Reports each item whose value occurred earlier in its list. */
export function reportRepeats(
  list: unknown,
  path: string,
  field: string,
  valueIn: (item: Fields) => unknown,
  report: Report,
): void {
  if (!Array.isArray(list) || list.length < 2) return;
  const seen = new Set<string>();
  items(list).forEach((item, i) => {
    const value = valueIn(item);
    if (typeof value !== 'string') return;
    if (seen.has(value)) report('duplicate_value', `${path}.${i}.${field}`);
    seen.add(value);
  });
}

/** The items of a list in their places; one that is no object shows no fields. */
export function items(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map((item: unknown) => (isRecord(item) ? item : {})) : [];
}

function meterPoint({ market_name: market, external_identifier: identifier }: Fields): unknown {
  return typeof market === 'string' && typeof identifier === 'string' ? `${market} ${identifier}` : undefined;
}
