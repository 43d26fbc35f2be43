import { beforeAll, describe, it } from 'vitest';
import { at, ProjectionSpec, told } from '../../test/support/projection-spec.js';
import projection from './projection.js';

const acme = { organisation: 'acme' };
const resource = { resource_type: 'account', external_identifier: 'x-1' };
const process = { ...acme, ...resource };
const supplier = { import_supplier: 'orchard' };

const accepted = (attempt: number, minute: number) =>
  told('import.accepted', 'v1', minute, { ...process, ...supplier, attempt }, acme);
const complete = (minute: number, known: object = acme) =>
  told('data_import.import_process.complete', 'v1', minute, { ...resource, identifier: 'A-1' }, known);
const failure = (attempt: number, minute: number) => [
  told(
    'data_import.import_process.error',
    'v1',
    minute,
    { ...resource, error_code: 'account_number_unavailable', error_detail: 'Taken.' },
    acme,
  ),
  told(
    'import.failed',
    'v1',
    minute,
    {
      ...process,
      ...supplier,
      attempt,
      code: 'account_number_unavailable',
      errors: [{ code: 'account_number_unavailable', attr: 'account.number' }],
    },
    acme,
  ),
];
const counts = (known: object) => ({
  ...acme,
  ...supplier,
  resource_type: 'account',
  accepted: 1,
  waiting: 0,
  complete: 0,
  error: 0,
  cancelled: 0,
  ...known,
});

describe('import-progress', () => {
  let spec: ProjectionSpec;
  beforeAll(async () => {
    spec = await ProjectionSpec.of(projection);
  });

  it('given nothing, when an import is accepted, then it waits and counts as waiting', () =>
    spec
      .given()
      .when(accepted(1, 1))
      .thenRows({
        processes: [{ ...process, state: 'waiting', attempt: 1, accepted_at: at(1), finished_at: null }],
        supplier_counts: [counts({ waiting: 1 })],
      }));

  it('given a waiting import, when it completes, however often that is told, then it is complete once', () =>
    spec
      .given(accepted(1, 1))
      .when(complete(2))
      .numberOfTimes(3)
      .thenRows({
        processes: [{ state: 'complete', account_number: 'A-1', identifier: 'A-1', finished_at: at(2) }],
        supplier_counts: [counts({ complete: 1 })],
      }));

  it('given a waiting import, when it fails, then its faults are known and counted by code and attr', () =>
    spec
      .given(accepted(1, 1))
      .when(...failure(1, 2))
      .numberOfTimes(2)
      .thenRows({
        processes: [
          {
            state: 'error',
            error_code: 'account_number_unavailable',
            error_detail: 'Taken.',
            errors: [{ code: 'account_number_unavailable', attr: 'account.number' }],
          },
        ],
        supplier_counts: [counts({ error: 1 })],
        error_counts: [
          { ...supplier, code: 'account_number_unavailable', attr: 'account.number', processes: 1 },
        ],
      }));

  it('given a failed import, when it is accepted again, then the process waits and its faults are gone', () =>
    spec
      .given(accepted(1, 1), ...failure(1, 2))
      .when(accepted(2, 3))
      .numberOfTimes(2)
      .thenRows({
        processes: [
          {
            state: 'waiting',
            attempt: 2,
            first_accepted_at: at(1),
            accepted_at: at(3),
            finished_at: null,
            error_code: null,
            errors: null,
          },
        ],
        supplier_counts: [counts({ waiting: 1 })],
        error_counts: [],
      }));

  it('given a second attempt, when the failure of the first is told again, then the second goes on', () => {
    const first = failure(1, 2);
    return spec
      .given(accepted(1, 1), ...first, accepted(2, 3))
      .when(...first)
      .thenRows({ processes: [{ state: 'waiting', attempt: 2 }], supplier_counts: [counts({ waiting: 1 })] });
  });

  it('given imports, when they end or begin again, then each minute counts them by their latest attempt', async () => {
    const minute = (minute: number, known: object) => ({
      ...acme,
      ...supplier,
      minute: at(minute),
      ...{ accepted: 0, complete: 0, error: 0, cancelled: 0 },
      ...known,
    });
    const ended = [accepted(1, 1), ...failure(1, 2)];
    await spec
      .given()
      .when(...ended)
      .thenRows({ minute_counts: [minute(1, { accepted: 1 }), minute(2, { error: 1 })] });
    await spec
      .given(...ended)
      .when(accepted(2, 3), complete(3))
      .thenRows({ minute_counts: [minute(3, { accepted: 1, complete: 1 })] });
  });

  it('given a waiting import, when it is cancelled, then it counts as cancelled until it is accepted again', async () => {
    const cancelled = told(
      'data_import.import_process.cancelled',
      'v1',
      2,
      { ...resource, expiry_window_end: '2026-02-01T00:00:00Z' },
      acme,
    );
    await spec
      .given(accepted(1, 1))
      .when(cancelled)
      .thenRows({
        processes: [{ state: 'cancelled', expiry_window_end: '2026-02-01T00:00:00Z' }],
        supplier_counts: [counts({ cancelled: 1 })],
      });
    await spec
      .given(accepted(1, 1), cancelled)
      .when(accepted(2, 3))
      .thenRows({
        processes: [{ state: 'waiting', expiry_window_end: null }],
        supplier_counts: [counts({ waiting: 1 })],
      });
  });

  it('given nothing, when an outcome is told of a process never accepted, then it is kept but counts nowhere', () =>
    spec
      .given()
      .when(complete(1))
      .thenRows({
        processes: [{ accepted: false, import_supplier: null, state: 'complete', attempt: 0 }],
        supplier_counts: [],
        foreign_outcomes: [],
      }));

  it('given an accepted import, when an outcome without organisation names it, then it is kept apart', () =>
    spec
      .given(accepted(1, 1))
      .when(complete(2, { organisation: null }))
      .numberOfTimes(2)
      .thenRows({
        processes: [{ state: 'waiting' }],
        supplier_counts: [counts({ waiting: 1 })],
        foreign_outcomes: [{ ...resource, state: 'complete', identifier: 'A-1', told_at: at(2) }],
      }));

  it('given a complete order, when its outcome is told, then the order is a process of its own', () =>
    spec
      .given(
        accepted(1, 1),
        told(
          'import.accepted',
          'v1',
          1,
          { ...process, ...supplier, resource_type: 'order', attempt: 1 },
          acme,
        ),
      )
      .when(
        told(
          'data_import.order_process.complete',
          'v1',
          2,
          { external_order_id: 'x-1', process_id: 'J-7' },
          acme,
        ),
      )
      .thenRows({
        processes: [
          { resource_type: 'account', state: 'waiting' },
          { resource_type: 'order', state: 'complete', identifier: 'J-7', account_number: null },
        ],
        supplier_counts: [
          counts({ waiting: 1 }),
          { ...supplier, resource_type: 'order', accepted: 1, complete: 1 },
        ],
      }));

  it('given an accepted import, when others are refused, then they count beside it, by code and attr', () => {
    const refused = (minute: number) =>
      told(
        'import.refused',
        'v1',
        minute,
        {
          ...acme,
          ...supplier,
          resource_type: 'account',
          code: 'account_failed_validation',
          errors: [
            { code: 'invalid_phone_number', attr: 'customers.0.landline' },
            { code: 'invalid_phone_number', attr: 'customers.0.landline' },
            { code: 'unknown_field', attr: 'colour' },
          ],
        },
        acme,
      );
    return spec
      .given(accepted(1, 1), refused(2))
      .when(refused(3))
      .numberOfTimes(2)
      .thenRows({
        supplier_counts: [counts({ waiting: 1 })],
        refused_counts: [{ ...supplier, resource_type: 'account', refused: 2 }],
        refusal_counts: [
          { code: 'invalid_phone_number', attr: 'customers.0.landline', refusals: 2 },
          { code: 'unknown_field', attr: 'colour', refusals: 2 },
        ],
      });
  });

  it('given a supplier, when its status changes, then the newest status is told', () =>
    spec
      .given(told('import_supplier.created', 'v1', 1, { ...acme, ...supplier, status: 'ongoing' }, acme))
      .when(
        told(
          'import_supplier.status_changed',
          'v1',
          2,
          { ...acme, ...supplier, status: 'paused', previous_status: 'ongoing' },
          acme,
        ),
      )
      .numberOfTimes(2)
      .thenRows({
        suppliers: [{ ...supplier, status: 'paused', created_at: at(1), status_changed_at: at(2) }],
      }));

  it('given nothing, when dry runs end, then they count apart', () => {
    const known = { ...acme, importSupplier: 'orchard' };
    return spec
      .given()
      .when(
        told('data_import.import_process.dry_run_complete', 'v1', 1, resource, known),
        told(
          'data_import.import_process.dry_run_error',
          'v1',
          2,
          { ...resource, error_code: 'account_failed_validation', error_detail: 'No.' },
          known,
        ),
      )
      .thenRows({
        processes: [],
        supplier_counts: [],
        dry_runs: [{ state: 'complete' }, { state: 'error', error_code: 'account_failed_validation' }],
        dry_run_counts: [{ ...supplier, complete: 1, error: 1 }],
      });
  });
});
