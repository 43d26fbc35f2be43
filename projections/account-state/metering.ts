import type { JsonValue } from '../../src/generated/events.js';
import { type EventOf, shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface SupplyPointChargingRow extends Provenance {
  /** Its id as text: one of its events tells a number, the other a text. */
  readonly supply_point_id: string;
  readonly charge_period_start: string | null;
  readonly charge_period_end: string | null;
  readonly triggered_at: string | null;
  readonly errored_at: string | null;
  /** `{errors, period_start, period_end}` of the newest priming that failed. */
  readonly priming_error: JsonValue | null;
}

/** One row a supply point that was to be charged. */
export const supplyPointCharging = shared<SupplyPointChargingRow, 'supply_point_id'>({
  key: ['supply_point_id'],
  merge: {
    ...provenance,
    charge_period_start: 'latest',
    charge_period_end: 'latest',
    triggered_at: 'greatest',
    errored_at: 'greatest',
    priming_error: 'latest',
  },
  on: {
    'billing.charging.supply-point.triggered': ({ data, envelope }) => [
      {
        supply_point_id: String(data.supply_point_id),
        ...provenanceOf(envelope),
        charge_period_start: data.charge_period.start_at,
        charge_period_end: data.charge_period.end_at,
        triggered_at: envelope.time,
      },
    ],
    'charging.priming.errored': ({ data, envelope }) => [
      {
        supply_point_id: data.supply_point_id,
        ...provenanceOf(envelope),
        errored_at: envelope.time,
        priming_error: { errors: data.errors, period_start: data.period_start, period_end: data.period_end },
      },
    ],
  },
});

export interface MeterDataIssueRow extends Provenance {
  readonly market_supply_point_id: string;
  readonly issue_id: number;
  /** Null in v1, which does not tell it. */
  readonly source: string | null;
  readonly issue_status: string | null;
  /** `{category, subcategory, utility, reading_type, opened_at, period_start, period_end}` */
  readonly issue: JsonValue | null;
  readonly is_resolution_wanted: boolean | null;
  readonly resolution_requested_at: string | null;
  readonly resolution_cancelled_at: string | null;
}

const told = ({
  data,
  envelope,
}: EventOf<'meter_data_quality.resolution_requested' | 'meter_data_quality.resolution_cancelled'>) => ({
  market_supply_point_id: data.market_supply_point_id,
  issue_id: data.issue_id,
  ...provenanceOf(envelope),
  issue_status: data.issue_status,
  issue: {
    category: data.issue_category,
    subcategory: data.issue_subcategory,
    utility: data.utility,
    reading_type: data.reading_type,
    opened_at: data.opened_at,
    period_start: data.period_start,
    period_end: data.period_end,
  },
});

/** One row an issue with the quality of a supply point's meter data. */
export const meterDataIssues = shared<MeterDataIssueRow, 'market_supply_point_id' | 'issue_id'>({
  key: ['market_supply_point_id', 'issue_id'],
  merge: {
    ...provenance,
    source: 'latest',
    issue_status: 'latest',
    issue: 'latest',
    is_resolution_wanted: 'latest',
    resolution_requested_at: 'greatest',
    resolution_cancelled_at: 'greatest',
  },
  on: {
    'meter_data_quality.resolution_requested': (event) => [
      { ...told(event), is_resolution_wanted: true, resolution_requested_at: event.envelope.time },
    ],
    'meter_data_quality.resolution_cancelled': (event) => [
      {
        ...told(event),
        source: event.data.source,
        is_resolution_wanted: false,
        resolution_cancelled_at: event.envelope.time,
      },
    ],
  },
});

export interface ExportInstallationRow extends Provenance {
  readonly account_number: string;
  readonly import_mpan: string;
  /** Null in v1, which does not tell it. */
  readonly export_mpan: string | null;
  readonly journey_identifier: string | null;
  readonly product_code: string | null;
  /** `{declared_net_capacity, technology_type, mcs_installations}`, as told. */
  readonly installation: JsonValue | null;
  readonly validated_at: string | null;
}

/** One row an account and installation that exports electricity, found valid. */
export const exportInstallations = shared<ExportInstallationRow, 'account_number' | 'import_mpan'>({
  key: ['account_number', 'import_mpan'],
  merge: {
    ...provenance,
    export_mpan: 'latest',
    journey_identifier: 'latest',
    product_code: 'latest',
    installation: 'latest',
    validated_at: 'greatest',
  },
  on: {
    'industry.electricity.export_installation.validated': ({ data, envelope }) => [
      {
        account_number: data.account_number,
        import_mpan: data.import_mpan,
        ...provenanceOf(envelope),
        export_mpan: data.export_mpan,
        journey_identifier: data.journey_identifier,
        product_code: data.product_code,
        installation: {
          declared_net_capacity: data.manual_declared_net_capacity,
          technology_type: data.manual_technology_type,
          mcs_installations: data.valid_mcs_installations,
        },
        validated_at: envelope.time,
      },
    ],
  },
});
