import { beforeAll, describe, it } from 'vitest';
import { at, ProjectionSpec, told } from '../../test/support/projection-spec.js';
import projection from './projection.js';

const meter = {
  mprn: '1234567',
  owner: {},
  model: 'G4',
  manufacturer: 'Elster',
  manufactured_year: 2019,
  location: '01',
  location_description: '',
  status: 'LI',
  meter_type: 'D',
  meter_mechanism: 'CR',
};
const known = {
  model: 'G4',
  manufacturer: 'Elster',
  manufactured_year: 2019,
  location: '01',
  status: 'LI',
  type: 'D',
  mechanism: 'CR',
};
const address = {
  building_name: '',
  dependent_street: '',
  dependent_locality: '',
  post_town: '',
  county: '',
};
const dispute = {
  mprn: '1234567',
  supplier: 'OTHR',
  reference_number: 12,
  transfer_date: '2026-01-01',
  initiating_organisation: 'a',
  io_contact_name: 'Ann',
  recipient_organisation: 'b',
  ro_contact_name: 'Bo',
  meter_serial: 'S-1',
  meter_digits: 5,
  house_name_number: '1',
  postcode: 'AB1 2CD',
  disputed_reading: 100,
  disputed_reading_is_actual: true,
  proposed_reading: 90,
  proposed_reading_is_actual: true,
  status_response: 'A',
  root_cause: 'misread',
  rejection_acceptance_code: '',
  criteria: '',
  comments: '',
  is_gain: true,
};

const steps = [
  ['meterpoint.gas.disputed_closing_reading.started.by_us', 'started', 'us'],
  ['meterpoint.gas.disputed_closing_reading.started.other_supplier', 'started', 'other_supplier'],
  ['meterpoint.gas.disputed_closing_reading.queried.by_us', 'queried', 'us'],
  ['meterpoint.gas.disputed_closing_reading.alternative_proposed.by_us', 'alternative_proposed', 'us'],
  [
    'meterpoint.gas.disputed_closing_reading.alternative_proposed.other_supplier',
    'alternative_proposed',
    'other_supplier',
  ],
  ['meterpoint.gas.disputed_closing_reading.accepted.by_us', 'accepted', 'us'],
  ['meterpoint.gas.disputed_closing_reading.accepted.other_supplier', 'accepted', 'other_supplier'],
  ['meterpoint.gas.disputed_opening_reading.started.by_us', 'started', 'us'],
  ['meterpoint.gas.disputed_opening_reading.queried.by_us', 'queried', 'us'],
  ['meterpoint.gas.disputed_opening_reading.alternative_proposed.by_us', 'alternative_proposed', 'us'],
  [
    'meterpoint.gas.disputed_opening_reading.alternative_proposed.other_supplier',
    'alternative_proposed',
    'other_supplier',
  ],
  ['meterpoint.gas.disputed_opening_reading.accepted.by_us', 'accepted', 'us'],
  ['meterpoint.gas.disputed_opening_reading.accepted.other_supplier', 'accepted', 'other_supplier'],
] as const;

describe('account-state on gas meters and disputes over their readings', () => {
  let spec: ProjectionSpec;
  beforeAll(async () => {
    spec = await ProjectionSpec.of(projection);
  });

  it('given a gas meter point, then what each event tells of it is kept, the newest last', () =>
    spec
      .given(
        told('meterpoint.gas.deappoint_mam.requested', 'v1', 9, {
          mprn: meter.mprn,
          mam_to_deappoint: 'MAM2',
          effective_to_date: '2026-02-01',
          is_cos_loss: true,
          new_supplier: 'OTHR',
          current_mam: 'MAM2',
        }),
      )
      .when(
        told('meterpoint.gas.backfill', 'v1', 1, {
          ...address,
          mprn: meter.mprn,
          supplier: 'ACME',
          supply_start_date: '2020-01-01',
          sub_building_name: '',
          building_number: '1',
          principal_street: '',
          double_dependent_locality: '',
          postcode: 'AB1 2CD',
          meter_serial_number: 'S-0',
          meter_digits: 5,
          meter_mechanism: 'CR',
          meter_is_imperial: false,
          meter_reading_factor: '1',
          last_reading: '10',
          last_reading_on: '2020-01-01',
          nomination_shipper_ref: 'N-1',
          cohort: 'c-1',
        }),
        told('meterpoint.gas.api_backfill', 'v1', 2, {
          mprn: meter.mprn,
          supplier: 'ACME',
          supply_start_date: '2021-01-01',
          meter_reading_factor: '1',
          nomination_shipper_ref: 'N-2',
          supply_end_date: '2026-03-01',
        }),
        told('meterpoint.gas.change_of_cohort.requested', 'v1', 3, { mprn: meter.mprn, cohort: 'c-2' }),
        told('meterpoint.gas.appoint_mam.requested', 'v1', 4, {
          ...meter,
          mam_to_appoint: 'MAM1',
          force_appointment: false,
        }),
        told('meterpoint.gas.change_of_mam.requested', 'v1', 5, {
          ...meter,
          mam_to_appoint: 'MAM2',
          force_appointment: false,
          effective_from_date: '2026-01-15',
          current_mam: 'MAM1',
        }),
        told('meterpoint.gas.cos_gain.mtd_received', 'v1', 6, {
          ...meter,
          ...address,
          owner: 'MAM1',
          building_number: 1,
          principle_street: '',
          meter_serial_number: 'S-1',
          meter_digits: 5,
          meter_is_imperial: false,
          meter_reading_factor: 1,
          meter_link_code: null,
          instructions: '',
          pulse_value: 0.1,
          correction_factor: 1.02,
          bypass_fitted: false,
          collar_fitted: false,
          last_inspection_on: '',
          last_reading: 20,
          last_reading_on: '2026-01-01',
        }),
      )
      .numberOfTimes(2)
      .thenRows({
        gas_meters: [
          {
            mprn: '1234567',
            cohort: 'c-2',
            supply: { supplier: 'ACME', supply_start_date: '2021-01-01', nomination_shipper_ref: 'N-2' },
            supply_end_date: '2026-03-01',
            meter_serial_number: 'S-1',
            meter: known,
            reading: { last_reading: '20', last_reading_on: '2026-01-01' },
            mam: { request: 'deappoint', mam: 'MAM2', effective_date: '2026-02-01' },
            backfilled_at: at(2),
            cohort_change_requested_at: at(3),
            mam_requested_at: at(9),
            technical_details_received_at: at(6),
          },
        ],
      }));

  it('given events of disputes by us and by others, then each tells reading, stage and who took it', () => {
    const events = steps.map(([type], index) =>
      told(type, 'v1', 10 + index, { ...dispute, reference_number: 10 + index }),
    );
    const rows = steps.map(([type, stage, by], index) => ({
      reading: type.includes('opening') ? 'opening' : 'closing',
      reference_number: 10 + index,
      step: { stage, by },
      [`${stage}_at`]: at(10 + index),
    }));
    return spec
      .given()
      .when(...events)
      .numberOfTimes(2)
      .thenRows({ disputed_readings: rows });
  });

  it('given a dispute that was accepted, when it is told to have begun, then it stays accepted', () =>
    spec
      .given(told('meterpoint.gas.disputed_opening_reading.accepted.other_supplier', 'v1', 3, dispute))
      .when(told('meterpoint.gas.disputed_opening_reading.started.by_us', 'v1', 1, dispute))
      .numberOfTimes(2)
      .thenRows({
        disputed_readings: [
          {
            step: { stage: 'accepted', by: 'other_supplier' },
            terms: {
              supplier: 'OTHR',
              transfer_date: '2026-01-01',
              meter_serial: 'S-1',
              disputed_reading: 100,
              proposed_reading: 90,
              status_response: 'A',
              root_cause: 'misread',
            },
            started_at: at(1),
            accepted_at: at(3),
          },
        ],
      }));
});
