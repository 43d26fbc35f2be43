import type { Envelope } from '../../src/event/index.js';
import type { JsonValue } from '../../src/generated/events.js';
import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface GasMeterRow extends Provenance {
  readonly mprn: string;
  readonly cohort: string | null;
  /** `{supplier, supply_start_date, nomination_shipper_ref}`: told together, so one stamp is enough. */
  readonly supply: JsonValue | null;
  readonly supply_end_date: string | null;
  readonly meter_serial_number: string | null;
  /** What the meter is, as told last: `{model, manufacturer, manufactured_year, location, status, ...}`. */
  readonly meter: JsonValue | null;
  /** `{last_reading, last_reading_on}` */
  readonly reading: JsonValue | null;
  /** `{request, mam, effective_date}`; `request` is appoint, change or deappoint. */
  readonly mam: JsonValue | null;
  readonly backfilled_at: string | null;
  readonly cohort_change_requested_at: string | null;
  readonly mam_requested_at: string | null;
  readonly technical_details_received_at: string | null;
}

interface Meter {
  readonly model: string;
  readonly manufacturer: string;
  readonly manufactured_year: number;
  readonly location: string;
  readonly status: string;
  readonly meter_type: string;
  readonly meter_mechanism: string;
}

const meterOf = (data: Meter) => ({
  model: data.model,
  manufacturer: data.manufacturer,
  manufactured_year: data.manufactured_year,
  location: data.location,
  status: data.status,
  type: data.meter_type,
  mechanism: data.meter_mechanism,
});

const told = ({ mprn }: { readonly mprn: string }, envelope: Envelope) => ({
  mprn,
  ...provenanceOf(envelope),
});

const supplyOf = (data: {
  readonly supplier: string;
  readonly supply_start_date: string;
  readonly nomination_shipper_ref: string;
}) => ({
  supplier: data.supplier,
  supply_start_date: data.supply_start_date,
  nomination_shipper_ref: data.nomination_shipper_ref,
});

/** One row a gas meter point and its meter, by MPRN; addresses are not kept. */
export const gasMeters = shared<GasMeterRow, 'mprn'>({
  key: ['mprn'],
  merge: {
    ...provenance,
    cohort: 'latest',
    supply: 'latest',
    supply_end_date: 'latest',
    meter_serial_number: 'latest',
    meter: 'latest',
    reading: 'latest',
    mam: 'latest',
    backfilled_at: 'greatest',
    cohort_change_requested_at: 'greatest',
    mam_requested_at: 'greatest',
    technical_details_received_at: 'greatest',
  },
  on: {
    'meterpoint.gas.backfill': ({ data, envelope }) => [
      {
        ...told(data, envelope),
        cohort: data.cohort,
        supply: supplyOf(data),
        meter_serial_number: data.meter_serial_number,
        reading: { last_reading: data.last_reading, last_reading_on: data.last_reading_on },
        backfilled_at: envelope.time,
      },
    ],
    'meterpoint.gas.api_backfill': ({ data, envelope }) => [
      {
        ...told(data, envelope),
        supply: supplyOf(data),
        supply_end_date: data.supply_end_date,
        backfilled_at: envelope.time,
      },
    ],
    'meterpoint.gas.change_of_cohort.requested': ({ data, envelope }) => [
      { ...told(data, envelope), cohort: data.cohort, cohort_change_requested_at: envelope.time },
    ],
    'meterpoint.gas.appoint_mam.requested': ({ data, envelope }) => [
      {
        ...told(data, envelope),
        meter: meterOf(data),
        mam: { request: 'appoint', mam: data.mam_to_appoint, effective_date: null },
        mam_requested_at: envelope.time,
      },
    ],
    'meterpoint.gas.change_of_mam.requested': ({ data, envelope }) => [
      {
        ...told(data, envelope),
        meter: meterOf(data),
        mam: { request: 'change', mam: data.mam_to_appoint, effective_date: data.effective_from_date },
        mam_requested_at: envelope.time,
      },
    ],
    'meterpoint.gas.deappoint_mam.requested': ({ data, envelope }) => [
      {
        ...told(data, envelope),
        mam: { request: 'deappoint', mam: data.mam_to_deappoint, effective_date: data.effective_to_date },
        mam_requested_at: envelope.time,
      },
    ],
    'meterpoint.gas.cos_gain.mtd_received': ({ data, envelope }) => [
      {
        ...told(data, envelope),
        meter_serial_number: data.meter_serial_number,
        meter: meterOf(data),
        reading: { last_reading: String(data.last_reading), last_reading_on: data.last_reading_on },
        technical_details_received_at: envelope.time,
      },
    ],
  },
});
