import { beforeAll, describe, it } from 'vitest';
import { at, ProjectionSpec, told } from '../../test/support/projection-spec.js';
import projection from './projection.js';

const acme = { organisation: 'acme' };
const process = { ...acme, resource_type: 'account', external_identifier: 'x-1' };
const supplier = { import_supplier: 'orchard' };

describe('import-progress on post-import tasks', () => {
  let spec: ProjectionSpec;
  beforeAll(async () => {
    spec = await ProjectionSpec.of(projection);
  });

  it('given planned tasks, when one completes and one fails, then each is told and counted', () => {
    const planned = (task: string) =>
      told('post_import.planned', 'v1', 1, { ...process, ...supplier, task }, acme);
    const about = { import_process_resource_type: 'account', import_process_external_identifier: 'x-1' };
    return spec
      .given(planned('attach_documents'), planned('opening_balance'))
      .when(
        told(
          'data_import.import_process.post_import.completed',
          'v1',
          2,
          { ...about, resource_type: 'opening_balance', identifier: 'A-1' },
          acme,
        ),
        told(
          'data_import.import_process.post_import.error',
          'v1',
          3,
          {
            ...about,
            resource_type: 'attach_documents',
            error_code: 'document_not_found',
            error_detail: '/a.pdf',
          },
          acme,
        ),
      )
      .numberOfTimes(2)
      .thenRows({
        post_imports: [
          { task: 'attach_documents', state: 'error', error_code: 'document_not_found', finished_at: at(3) },
          { task: 'opening_balance', state: 'complete', identifier: 'A-1', planned_at: at(1) },
        ],
        post_import_counts: [
          { task: 'attach_documents', planned: 1, pending: 0, error: 1 },
          { task: 'opening_balance', planned: 1, pending: 0, complete: 1 },
        ],
      });
  });

  it('given nothing, when only the outcome of a task is told, then it is kept but counts nowhere', () =>
    spec
      .given()
      .when(
        told(
          'data_import.import_process.post_import.completed',
          'v1',
          2,
          {
            resource_type: 'opening_balance',
            import_process_resource_type: 'account',
            import_process_external_identifier: 'x-1',
            identifier: 'A-1',
          },
          acme,
        ),
      )
      .thenRows({
        post_imports: [{ ...process, task: 'opening_balance', state: 'complete', planned_at: null }],
        post_import_counts: [],
      }));
});
