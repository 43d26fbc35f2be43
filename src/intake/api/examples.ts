/** Values of the examples, the same in all of them. */
export const exampleAccount = {
  external_identifier: 'crm-000123',
  import_supplier: 'old-energy-2026',
  account: {
    billing_address: { line_1: '12 Mill Lane', town: 'Leeds', postcode: 'LS1 4AP' },
    communication_preferences: { preferred_language_for_comms: 'cy' },
  },
  customers: [
    {
      given_name: 'Bethan',
      family_name: 'Davies',
      email: 'bethan.davies@example.org',
      landline: '0113 496 0018',
      date_of_birth: '1982-02-28',
    },
  ],
  supply_points: [
    {
      market_name: 'electricity',
      external_identifier: '2000000000006',
      supply_start_date: '2026-02-01',
      agreement: { product_code: 'FIXED_12', valid_from: '2026-02-01', valid_to: '2027-02-01' },
    },
  ],
  ledgers: [{ number: 'L-1', opening_balance: -1250 }],
  documents: [{ kind: 'contract', path: '/contracts/1234.pdf', dated: '2025-11-03' }],
};

export const exampleJoin = {
  external_order_id: 'order-000123',
  import_supplier: 'old-energy-2026',
  type: 'join_supplier',
  subtype: 'CHANGE_OF_SUPPLY',
  account: { external_identifier: 'crm-000123' },
  supply_points: [
    { market_name: 'electricity', external_identifier: '2000000000006', supply_start_date: '2026-02-01' },
  ],
};

export const exampleLeave = {
  external_order_id: 'order-000124',
  import_supplier: 'old-energy-2026',
  type: 'leave_supplier',
  subtype: 'CHANGE_OF_TENANCY',
  account: { number: 'A-1B2C3D4E' },
  supply_points: [{ market_name: 'electricity', external_identifier: '2000000000006' }],
  supply_end_date: '2026-06-30',
};

export const exampleProcess = {
  external_identifier: 'crm-000123',
  resource_type: 'account',
  state: 'complete',
  attempt: 1,
  import_supplier: 'old-energy-2026',
  import_supplier_revision: 1,
  accepted_at: '2026-01-31T09:15:00.000Z',
  finished_at: '2026-01-31T09:15:02.000Z',
  expiry_window_end: '2026-03-02T09:15:00.000Z',
  account_number: 'A-1B2C3D4E',
  outcome: {
    state: 'complete',
    at: '2026-01-31T09:15:02.000Z',
    identifier: 'A-1B2C3D4E',
    cancelled_because: null,
  },
  error: null,
  attempts: [
    {
      attempt: 1,
      import_supplier: 'old-energy-2026',
      import_supplier_revision: 1,
      state: 'complete',
      accepted_at: '2026-01-31T09:15:00.000Z',
      finished_at: '2026-01-31T09:15:02.000Z',
      expiry_window_end: '2026-03-02T09:15:00.000Z',
      cancelled_because: null,
      error: null,
    },
  ],
  timeline: [
    { at: '2026-01-31T09:15:00.000Z', what: 'accepted', attempt: 1 },
    { at: '2026-01-31T09:15:02.000Z', what: 'complete', attempt: 1 },
    { at: '2026-01-31T09:15:02.000Z', what: 'task_planned', attempt: 1, task: 'attach_documents' },
  ],
  post_import_tasks: [
    {
      task: 'attach_documents',
      state: 'pending',
      tries: 0,
      planned_at: '2026-01-31T09:15:02.000Z',
      finished_at: null,
      error: null,
    },
  ],
};

export const exampleSupplier = {
  organisation: 'acme',
  import_supplier: 'old-energy-2026',
  status: 'ongoing',
  root_location: 'acme/old-energy-2026',
  behaviours: { customer_emails: false },
  expiry_window_days: 30,
  supplier_mpids: { electricity: 'OLDE' },
  revision: 1,
  created_at: '2026-01-30T12:00:00.000Z',
  updated_at: '2026-01-30T12:00:00.000Z',
};

export const exampleKey = {
  api_key_id: '0198f2f0-5f0e-7cc0-8a45-2f6f2d7c1b11',
  organisation: 'acme',
  label: 'importer',
  scopes: ['import', 'query'],
  created_at: '2026-01-30T12:00:00.000Z',
  expires_at: null,
  revoked_at: null,
  rotated_to: null,
};

export const exampleEvent = {
  specversion: '1.0',
  id: '8c1f3b5e-41',
  source: 'acme/crm',
  type: 'account.created',
  payloadversion: 'v1',
  time: '2026-01-31T09:15:00Z',
  data: { account_number: 'A-1B2C3D4E', account_user_emails: ['bethan@example.org'], is_imported: false },
};
