import { beforeAll, describe, it } from 'vitest';
import { at, ProjectionSpec, told } from '../../test/support/projection-spec.js';
import projection from './projection.js';

const change = { process_number: 'J-1', account_number: 'A-1', new_status: 'B', previous_status: 'A' };

describe('supplier-lifecycles on what names no kind', () => {
  let spec: ProjectionSpec;
  beforeAll(async () => {
    spec = await ProjectionSpec.of(projection);
  });

  it('given a reported status, when another is reported, then each is a row, and the process is kept', () =>
    spec
      .given(told('lifecycle.status-changed', 'v1', 1, change, { id: 'one', source: 'engine' }))
      .when(
        told(
          'lifecycle.status-changed',
          'v1',
          2,
          { ...change, new_status: 'C', previous_status: 'B' },
          { id: 'two', source: 'engine' },
        ),
      )
      .numberOfTimes(3)
      .thenRows({
        status_changes: [
          {
            event_id: 'one',
            process_number: 'J-1',
            previous_status: 'A',
            new_status: 'B',
            changed_at: at(1),
          },
          {
            event_id: 'two',
            process_number: 'J-1',
            previous_status: 'B',
            new_status: 'C',
            changed_at: at(2),
          },
        ],
        processes: [
          {
            kind: 'unknown',
            known_by: 'number',
            reference: 'J-1',
            first_told_at: at(1),
            last_told_at: at(2),
          },
        ],
      }));

  it('given a sale on the support site, then it stands alone', () =>
    spec
      .given()
      .when(
        told(
          'lifecycle.support-site.sale',
          '1.0.0',
          1,
          { support_user_id: 'S-1', supply_start_date: '2026-02-01', trigger_action: 'call' },
          { organisation: 'acme' },
        ),
      )
      .numberOfTimes(2)
      .thenRows({
        support_site_sales: [{ support_user_id: 'S-1', organisation: 'acme', sold_at: at(1) }],
        processes: [],
      }));

  it('given an imported account, when others publish about it, then the importer is remembered', () =>
    spec
      .given(
        told(
          'account.created',
          'v1',
          1,
          { account_number: 'A-1', account_user_emails: [], is_imported: true },
          { organisation: 'acme', source: 'headrace/importer', importSupplier: 'orchard' },
        ),
      )
      .when(told('lifecycle.status-changed', 'v1', 2, change, { organisation: 'bolt' }))
      .thenRows({
        accounts: [
          {
            account_number: 'A-1',
            imported_by: 'acme',
            published_by_least: 'bolt',
            published_by_greatest: 'bolt',
            import_supplier: 'orchard',
          },
        ],
        processes: [{ account_number_least: 'A-1' }],
      }));

  it('given an order that our importer asked for, then its account is remembered as the importer told it', () =>
    spec
      .given(
        told(
          'lifecycle.join-supplier.requested',
          'v1',
          1,
          {
            account_number: 'A-1',
            join_supplier_process_number: 'J-1',
            subtype: 's',
            supply_points: [],
            requested_at: '',
          },
          { organisation: 'acme', source: 'headrace/importer' },
        ),
      )
      .when(
        told('lifecycle.join-supplier.await-pre-discovery-flow-step.initiated', 'v1', 2, {
          account_number: 'B-1',
          join_supplier_process_number: 'J-1',
          subtype: 's',
        }),
      )
      .thenRows({
        processes: [
          {
            imported_account_number: 'A-1',
            account_number_least: 'A-1',
            account_number_greatest: 'B-1',
          },
        ],
      }));
});
