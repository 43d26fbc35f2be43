import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export type Fuel = 'electricity' | 'gas';

export interface SupplyRegistrationRow extends Provenance {
  readonly fuel: Fuel;
  /** MPAN or MPRN. */
  readonly meter_point: string;
  readonly account_number: string;
  readonly gain_requested_at: string | null;
  readonly supply_start_date: string | null;
  readonly supplier_mpid: string | null;
  readonly is_migrated: boolean | null;
  readonly is_export: boolean | null;
  readonly is_internal_transfer: boolean | null;
  readonly loss_completed_at: string | null;
  readonly supply_end_date: string | null;
  readonly new_supplier_id: string | null;
}

/** One row a meter point and account that takes or took supply there. */
export const supplyRegistrations = shared<SupplyRegistrationRow, 'fuel' | 'meter_point' | 'account_number'>({
  key: ['fuel', 'meter_point', 'account_number'],
  merge: {
    ...provenance,
    gain_requested_at: 'greatest',
    supply_start_date: 'latest',
    supplier_mpid: 'latest',
    is_migrated: 'latest',
    is_export: 'latest',
    is_internal_transfer: 'latest',
    loss_completed_at: 'greatest',
    supply_end_date: 'latest',
    new_supplier_id: 'latest',
  },
  on: {
    'meterpoint.elec.cos_gain.registration.requested': ({ data, envelope }) => [
      {
        fuel: 'electricity',
        meter_point: data.mpan,
        account_number: data.account_number,
        ...provenanceOf(envelope),
        gain_requested_at: envelope.time,
        supply_start_date: data.supply_start_date,
        supplier_mpid: data.supplier_mpid,
        is_migrated: data.is_migrated,
        is_export: data.is_export,
        is_internal_transfer: data.is_internal_transfer,
      },
    ],
    'meterpoint.gas.cos_gain.registration.requested': ({ data, envelope }) => [
      {
        fuel: 'gas',
        meter_point: data.mprn,
        account_number: data.account_number,
        ...provenanceOf(envelope),
        gain_requested_at: envelope.time,
        supply_start_date: data.supply_start_date,
        supplier_mpid: data.supplier_mpid,
      },
    ],
    'industry.electricity.change_of_supply.loss.complete': ({ data, envelope }) => [
      {
        fuel: 'electricity',
        meter_point: data.mpan,
        account_number: data.account_number,
        ...provenanceOf(envelope),
        loss_completed_at: envelope.time,
        supply_end_date: data.supply_end_date,
        new_supplier_id: data.new_supplier_id,
      },
    ],
    'industry.gas.change_of_supply.loss.complete': ({ data, envelope }) => [
      {
        fuel: 'gas',
        meter_point: data.mprn,
        account_number: data.account_number,
        ...provenanceOf(envelope),
        loss_completed_at: envelope.time,
        supply_end_date: data.supply_end_date,
        new_supplier_id: data.new_supplier_id,
      },
    ],
  },
});
