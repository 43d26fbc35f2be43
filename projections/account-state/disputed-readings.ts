import type { JsonValue } from '../../src/generated/events.js';
import { type EventOf, type EventType, shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface DisputedReadingRow extends Provenance {
  readonly mprn: string;
  readonly reading: 'opening' | 'closing';
  readonly reference_number: number;
  /** `{stage, by}`: the newest step, and whether we took it or the other supplier. */
  readonly step: { readonly stage: Stage; readonly by: Party } | null;
  /** Who disputes what, and what is proposed instead, as told last. */
  readonly terms: JsonValue | null;
  readonly started_at: string | null;
  readonly queried_at: string | null;
  readonly alternative_proposed_at: string | null;
  readonly accepted_at: string | null;
}

type Stage = 'started' | 'queried' | 'alternative_proposed' | 'accepted';
type Party = 'us' | 'other_supplier';
type DisputeEvent = EventOf<
  Extract<EventType, `meterpoint.gas.disputed_${'closing' | 'opening'}_reading.${string}`>
>;

const told =
  (reading: DisputedReadingRow['reading'], stage: Stage, by: Party) =>
  ({ data, envelope }: DisputeEvent) => [
    {
      mprn: data.mprn,
      reading,
      reference_number: data.reference_number,
      ...provenanceOf(envelope),
      step: { stage, by },
      [`${stage}_at` as const]: envelope.time,
      terms: {
        supplier: data.supplier,
        transfer_date: data.transfer_date,
        meter_serial: data.meter_serial,
        disputed_reading: data.disputed_reading,
        proposed_reading: data.proposed_reading,
        status_response: data.status_response,
        root_cause: data.root_cause,
      },
    },
  ];

/** One row a dispute with another supplier over the reading at which a gas supply changed hands. */
export const disputedReadings = shared<DisputedReadingRow, 'mprn' | 'reading' | 'reference_number'>({
  key: ['mprn', 'reading', 'reference_number'],
  merge: {
    ...provenance,
    step: 'latest',
    terms: 'latest',
    started_at: 'least',
    queried_at: 'greatest',
    alternative_proposed_at: 'greatest',
    accepted_at: 'greatest',
  },
  on: {
    'meterpoint.gas.disputed_opening_reading.started.by_us': told('opening', 'started', 'us'),
    'meterpoint.gas.disputed_opening_reading.queried.by_us': told('opening', 'queried', 'us'),
    'meterpoint.gas.disputed_opening_reading.alternative_proposed.by_us': told(
      'opening',
      'alternative_proposed',
      'us',
    ),
    'meterpoint.gas.disputed_opening_reading.alternative_proposed.other_supplier': told(
      'opening',
      'alternative_proposed',
      'other_supplier',
    ),
    'meterpoint.gas.disputed_opening_reading.accepted.by_us': told('opening', 'accepted', 'us'),
    'meterpoint.gas.disputed_opening_reading.accepted.other_supplier': told(
      'opening',
      'accepted',
      'other_supplier',
    ),
    'meterpoint.gas.disputed_closing_reading.started.by_us': told('closing', 'started', 'us'),
    'meterpoint.gas.disputed_closing_reading.started.other_supplier': told(
      'closing',
      'started',
      'other_supplier',
    ),
    'meterpoint.gas.disputed_closing_reading.queried.by_us': told('closing', 'queried', 'us'),
    'meterpoint.gas.disputed_closing_reading.alternative_proposed.by_us': told(
      'closing',
      'alternative_proposed',
      'us',
    ),
    'meterpoint.gas.disputed_closing_reading.alternative_proposed.other_supplier': told(
      'closing',
      'alternative_proposed',
      'other_supplier',
    ),
    'meterpoint.gas.disputed_closing_reading.accepted.by_us': told('closing', 'accepted', 'us'),
    'meterpoint.gas.disputed_closing_reading.accepted.other_supplier': told(
      'closing',
      'accepted',
      'other_supplier',
    ),
  },
});
