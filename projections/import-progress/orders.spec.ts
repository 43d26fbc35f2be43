import { beforeAll, describe, it } from 'vitest';
import { at, ProjectionSpec, told } from '../../test/support/projection-spec.js';
import projection from './projection.js';

const acme = { organisation: 'acme' };
const supplier = { import_supplier: 'orchard' };
const order = { resource_type: 'order', external_identifier: 'o-1' };
const end = '2026-02-01T00:00:00.000Z';

const accepted = (attempt: number, minute: number) =>
  told('import.accepted', 'v1', minute, { ...acme, ...order, ...supplier, attempt }, acme);
const cancelled = (minute: number) =>
  told(
    'data_import.order_process.cancelled',
    'v1',
    minute,
    { external_order_id: 'o-1', expiry_window_end: end },
    acme,
  );
const failure = (minute: number) => [
  told(
    'data_import.order_process.error',
    'v1',
    minute,
    { external_order_id: 'o-1', error_code: 'internal_import_error', error_detail: 'No.' },
    acme,
  ),
  told(
    'import.failed',
    'v1',
    minute,
    { ...acme, ...order, ...supplier, attempt: 1, code: 'internal_import_error', errors: [] },
    acme,
  ),
];
const counts = (known: object) => ({
  ...supplier,
  resource_type: 'order',
  accepted: 1,
  waiting: 0,
  complete: 0,
  error: 0,
  cancelled: 0,
  ...known,
});

describe('import-progress on orders', () => {
  let spec: ProjectionSpec;
  beforeAll(async () => {
    spec = await ProjectionSpec.of(projection);
  });

  it('given a waiting order, when it is cancelled, however often that is told, then it counts as cancelled once', () =>
    spec
      .given(accepted(1, 1))
      .when(cancelled(2))
      .numberOfTimes(2)
      .thenRows({
        processes: [{ ...order, state: 'cancelled', expiry_window_end: end, finished_at: at(2) }],
        supplier_counts: [counts({ cancelled: 1 })],
      }));

  it('given a waiting order, when it fails, then it counts as an error with its code', () =>
    spec
      .given(accepted(1, 1))
      .when(...failure(2))
      .numberOfTimes(2)
      .thenRows({
        processes: [{ ...order, state: 'error', error_code: 'internal_import_error' }],
        supplier_counts: [counts({ error: 1 })],
        error_counts: [{ resource_type: 'order', code: 'internal_import_error', attr: '', processes: 1 }],
      }));

  it('given a cancelled order, when its next attempt completes, then it counts by that attempt', () =>
    spec
      .given(accepted(1, 1), cancelled(2), accepted(2, 3))
      .when(
        told(
          'data_import.order_process.complete',
          'v1',
          4,
          { external_order_id: 'o-1', process_id: 'JS-1' },
          acme,
        ),
      )
      .numberOfTimes(2)
      .thenRows({
        processes: [{ ...order, state: 'complete', attempt: 2, identifier: 'JS-1', expiry_window_end: null }],
        supplier_counts: [counts({ complete: 1 })],
      }));
});
