import { type ToldEvent, told } from '../support/projection-spec.js';

/** What happens to imports and accounts of one organisation, as our importer tells it. */
export function historyOf(organisation: string, supplier = 'orchard') {
  const known = { organisation, importSupplier: supplier, source: 'headrace/importer' };
  const process = (external_identifier: string) => ({ resource_type: 'account', external_identifier });
  const owner = { organisation, import_supplier: supplier };
  return {
    created: () => told('import_supplier.created', 'v1', 0, { ...owner, status: 'ongoing' }, known),
    accepted: (id: string, attempt = 1, minute = 1) =>
      told('import.accepted', 'v1', minute, { ...owner, ...process(id), attempt }, known),
    complete: (id: string, number: string, minute = 2) =>
      told(
        'data_import.import_process.complete',
        'v1',
        minute,
        { ...process(id), identifier: number },
        known,
      ),
    failed: (id: string, code: string, attr: string, attempt = 1): readonly ToldEvent[] => [
      told(
        'data_import.import_process.error',
        'v1',
        2,
        { ...process(id), error_code: code, error_detail: 'No.' },
        known,
      ),
      told(
        'import.failed',
        'v1',
        2,
        { ...owner, ...process(id), attempt, code, errors: [{ code, attr }] },
        known,
      ),
    ],
    cancelled: (id: string) =>
      told(
        'data_import.import_process.cancelled',
        'v1',
        2,
        { ...process(id), expiry_window_end: '2026-02-01' },
        known,
      ),
    refused: (id: string | null, code: string, attr: string) =>
      told(
        'import.refused',
        'v1',
        1,
        {
          ...owner,
          resource_type: 'account',
          external_identifier: id,
          code: 'account_failed_validation',
          errors: [{ code, attr }],
        },
        known,
      ),
    planned: (id: string, task: string) =>
      told('post_import.planned', 'v1', 2, { ...owner, ...process(id), task }, known),
    account: (number: string, userId: number): readonly ToldEvent[] => [
      told(
        'account.created',
        'v1',
        1,
        { account_number: number, account_user_emails: ['ann@example.com'], is_imported: true },
        known,
      ),
      told(
        'account_user.created',
        'v1',
        1,
        {
          user_id: userId,
          user_email: 'ann@example.com',
          user_number: `U-${userId}`,
          linked_accounts: [{ number }],
        },
        known,
      ),
      told(
        'account_user.psr_records_updated',
        'v1',
        1,
        {
          user_id: userId,
          created_records: [
            { description: 'Blind', electricity_industry_code: '08', gas_industry_code: '08' },
          ],
          updated_records: [],
          deleted_records: [],
        },
        known,
      ),
      told('account_metadata.created', 'v1', 1, { account_number: number, key: 'k', value: 'v' }, known),
      told(
        'agreement.created',
        'v1',
        1,
        { agreement_id: userId, account_number: number, valid_from: '2026-01-01', product_code: 'FIX' },
        known,
      ),
      told('campaign_account.added', 'v1', 1, { account_number: number, campaign_name: 'winter' }, known),
      told('billing.ledger.entry_posted', 'v1', 1, { ledger: { account: { number }, number: 'L-1' } }, known),
      told(
        'meterpoint.gas.cos_gain.registration.requested',
        'v1',
        1,
        {
          mprn: `12345${userId}`,
          supply_start_date: '2026-02-01',
          supplier_mpid: 'ABC',
          account_number: number,
        },
        known,
      ),
    ],
  };
}
