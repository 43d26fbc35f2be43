import { beforeAll, describe, it } from 'vitest';
import { at, ProjectionSpec, told } from '../../test/support/projection-spec.js';
import projection from './projection.js';

const issue = {
  issue_id: 4,
  issue_category: 'gap',
  issue_subcategory: 'missing',
  issue_status: 'open',
  market_supply_point_id: 'M-1',
  opened_at: 'then',
  period_start: 'a',
  period_end: 'b',
  reading_type: 'interval',
  utility: 'electricity',
};

describe('account-state on meter data, charging and export', () => {
  let spec: ProjectionSpec;
  beforeAll(async () => {
    spec = await ProjectionSpec.of(projection);
  });

  it('given an issue with meter data, when resolving it is requested anew, then it is wanted', () =>
    spec
      .given(told('meter_data_quality.resolution_requested', 'v1', 3, issue))
      .when(told('meter_data_quality.resolution_cancelled', 'v2', 2, { ...issue, source: 'HH' }))
      .numberOfTimes(2)
      .thenRows({
        meter_data_issues: [
          {
            market_supply_point_id: 'M-1',
            issue_id: 4,
            issue_status: 'open',
            issue: { category: 'gap', subcategory: 'missing', reading_type: 'interval' },
            is_resolution_wanted: true,
            resolution_requested_at: at(3),
            resolution_cancelled_at: at(2),
          },
        ],
      }));

  it('given charging by number and errors by text, then both are of one supply point', () =>
    spec
      .given(
        told('charging.priming.errored', 'v1', 2, {
          supply_point_id: '17',
          errors: ['no rates'],
          period_start: 'a',
          period_end: 'b',
        }),
      )
      .when(
        told('billing.charging.supply-point.triggered', 'v1', 1, {
          supply_point_id: 17,
          charge_period: { start_at: 'c', end_at: 'd' },
        }),
      )
      .numberOfTimes(2)
      .thenRows({
        supply_point_charging: [
          {
            supply_point_id: '17',
            charge_period_start: 'c',
            charge_period_end: 'd',
            triggered_at: at(1),
            errored_at: at(2),
            priming_error: { errors: ['no rates'], period_start: 'a', period_end: 'b' },
          },
        ],
      }));

  it('given intervals and an export installation, then meter point and account have them', () =>
    spec
      .given(told('actual.intervals.received', 'v1', 2, { mpan: '1200023305967', rebill_from: 'then' }))
      .when(
        told('industry.electricity.export_installation.validated', 'v2', 1, {
          import_mpan: '1200023305967',
          account_number: 'A-1',
          product_code: 'EXP',
          manual_declared_net_capacity: '4',
          manual_technology_type: 'solar',
          valid_mcs_installations: [{ number: 'MCS-1' }],
          journey_identifier: 'J-1',
          export_mpan: '1200023305976',
        }),
      )
      .numberOfTimes(2)
      .thenRows({
        accounts: [{ account_number: 'A-1' }],
        meter_points: [{ fuel: 'electricity', intervals_received_at: at(2), rebill_from: 'then' }],
        export_installations: [
          {
            account_number: 'A-1',
            import_mpan: '1200023305967',
            export_mpan: '1200023305976',
            journey_identifier: 'J-1',
            product_code: 'EXP',
            installation: {
              declared_net_capacity: '4',
              technology_type: 'solar',
              mcs_installations: [{ number: 'MCS-1' }],
            },
            validated_at: at(1),
          },
        ],
      }));
});
