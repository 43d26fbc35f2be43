import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';
import type { Fuel } from './supply-registrations.js';

export interface MeterPointRow extends Provenance {
  readonly fuel: Fuel;
  /** MPAN or MPRN. */
  readonly meter_point: string;
  readonly gain_initiated_at: string | null;
  readonly gain_confirmed_at: string | null;
  readonly loss_confirmed_at: string | null;
  readonly energisation_status: string | null;
  readonly energisation_status_from: string | null;
  readonly meter_deactivated_at: string | null;
  readonly intervals_received_at: string | null;
  readonly rebill_from: string | null;
}

/** One row a meter point: what the industry tells of it without naming an account. */
export const meterPoints = shared<MeterPointRow, 'fuel' | 'meter_point'>({
  key: ['fuel', 'meter_point'],
  merge: {
    ...provenance,
    gain_initiated_at: 'greatest',
    gain_confirmed_at: 'greatest',
    loss_confirmed_at: 'greatest',
    energisation_status: 'latest',
    energisation_status_from: 'latest',
    meter_deactivated_at: 'greatest',
    intervals_received_at: 'greatest',
    rebill_from: 'latest',
  },
  on: {
    'industry.electricity.change_of_supply.gain.initiated': ({ data, envelope }) => [
      {
        fuel: 'electricity',
        meter_point: data.meter_point_identifier,
        ...provenanceOf(envelope),
        gain_initiated_at: envelope.time,
      },
    ],
    'industry.gas.change_of_supply.gain.initiated': ({ data, envelope }) => [
      {
        fuel: 'gas',
        meter_point: data.meter_point_identifier,
        ...provenanceOf(envelope),
        gain_initiated_at: envelope.time,
      },
    ],
    'meterpoint.gas.cos_gain.registration.confirmed': ({ data, envelope }) => [
      {
        fuel: 'gas',
        meter_point: data.mprn,
        ...provenanceOf(envelope),
        gain_confirmed_at: envelope.time,
      },
    ],
    'meterpoint.gas.cos_loss.confirmed': ({ data, envelope }) => [
      {
        fuel: 'gas',
        meter_point: data.mprn,
        ...provenanceOf(envelope),
        loss_confirmed_at: envelope.time,
      },
    ],
    'industry.electricity.change_of_energisation.unsolicited_message': ({ data, envelope }) => [
      {
        fuel: 'electricity',
        meter_point: data.mpan,
        ...provenanceOf(envelope),
        energisation_status: data.energisation_status,
        energisation_status_from: data.effective_from,
      },
    ],
    'industry.electricity.change_of_service.meter_deactivated': ({ data, envelope }) => [
      {
        fuel: 'electricity',
        meter_point: data.mpan,
        ...provenanceOf(envelope),
        meter_deactivated_at: envelope.time,
      },
    ],
    'actual.intervals.received': ({ data, envelope }) => [
      {
        fuel: 'electricity',
        meter_point: data.mpan,
        ...provenanceOf(envelope),
        intervals_received_at: envelope.time,
        rebill_from: data.rebill_from,
      },
    ],
  },
});
