import type { Envelope } from '../../src/event/index.js';
import { type ProcessName, toldAt } from './names.js';
import type { SupplyPointName, SupplyPointRow } from './supply-points.js';

/** A supply point as events tell it: each shape knows some of its dates. */
export interface ToldPoint {
  readonly market_name: string;
  readonly external_identifier: string;
  readonly market_identifier?: string;
  readonly requested_supply_start_date?: string;
  readonly confirmed_supply_start_date?: string;
  readonly requested_supply_end_date?: string;
  readonly confirmed_supply_end_date?: string;
}

export type PointFact = Pick<SupplyPointRow, keyof SupplyPointName> & Partial<SupplyPointRow>;

/** What an event tells of one supply point of a process. */
export function pointFact(
  process: ProcessName,
  point: ToldPoint,
  envelope: Envelope,
  facts: Partial<SupplyPointRow>,
): PointFact {
  return {
    ...process,
    market_name: point.market_name,
    external_identifier: point.external_identifier,
    ...toldAt(envelope),
    market_identifier: point.market_identifier ?? null,
    requested_supply_start_date: point.requested_supply_start_date ?? null,
    confirmed_supply_start_date: point.confirmed_supply_start_date ?? null,
    requested_supply_end_date: point.requested_supply_end_date ?? null,
    confirmed_supply_end_date: point.confirmed_supply_end_date ?? null,
    ...facts,
  };
}

/** The same of each supply point that an event names. */
export const pointFacts = (
  process: ProcessName,
  points: readonly ToldPoint[],
  envelope: Envelope,
  facts: Partial<SupplyPointRow>,
): readonly PointFact[] => points.map((point) => pointFact(process, point, envelope, facts));
