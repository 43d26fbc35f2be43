import { type Call, type ErrorAnswer, type FieldFaults, type Parameter, ref } from '../../openapi/index.js';
import { accountSchema } from '../account/schema.js';
import { orderSchema } from '../order/schema.js';
import { ACCOUNT, ORDER, type Resource } from '../resources.js';
import { exampleAccount, exampleJoin, exampleLeave } from './examples.js';
import { faultsAt, faultsOfSchema } from './field-faults.js';
import { JSON_TYPE, noParameters, notJson, POSITION } from './shared.js';

const accountRules = faultsAt({
  date_not_in_past: 'customers.0.date_of_birth',
  valid_to_not_after_valid_from: 'supply_points.0.agreement.valid_to',
  invalid_postcode: 'account.billing_address.postcode',
  invalid_mpan: 'supply_points.0.external_identifier',
  invalid_mprn: 'supply_points.1.external_identifier',
  duplicate_value: 'customers.1.email',
  unknown_import_supplier: 'import_supplier',
});
const orderRules = faultsAt({
  not_exactly_one: 'account',
  time_in_future: 'requested_at',
  invalid_mpan: 'supply_points.0.external_identifier',
  invalid_mprn: 'supply_points.1.external_identifier',
  duplicate_value: 'supply_points.1.external_identifier',
  unknown_import_supplier: 'import_supplier',
});

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same key with the same request is answered the same; with another request it is refused.',
  schema: { type: 'string', examples: ['"3f0e1e0c-98ff-4e58-9d5c-8a3a8d8a3c42"'] },
};

/** Why a valid payload is not taken in. */
const notTaken = ({ identifierField }: Resource): readonly ErrorAnswer[] => [
  {
    code: 'import_supplier_not_ongoing',
    fields: faultsAt({ import_supplier_not_ongoing: 'import_supplier' }),
  },
  {
    code: 'external_identifier_conflict',
    fields: faultsAt({ external_identifier_conflict: identifierField }),
  },
];
const keyErrors: readonly ErrorAnswer[] = [
  { code: 'invalid_idempotency_key' },
  { code: 'idempotency_key_in_use' },
  { code: 'idempotency_key_reused' },
];

const acceptedHeaders = { Location: 'Where its process is looked at and cancelled.', ...POSITION };

/** @param foreseen faults that running an import can end with; a dry run tells them at once */
export function importCalls(foreseen: FieldFaults): readonly Call[] {
  const accountFaults = { ...faultsOfSchema(accountSchema), ...accountRules };
  return [
    {
      method: 'post',
      path: ACCOUNT.path,
      id: 'importAccount',
      group: 'Accounts',
      summary: 'Import an account, or try to',
      description:
        'Accepts an account, to be imported by itself. With `dry_run=true` it is only checked, also for what running it would end with. The same payload again is answered the same; another under the same external identifier is a conflict, until the first has failed or is cancelled.',
      scope: 'import',
      parameters: [
        {
          name: 'dry_run',
          in: 'query',
          description: 'Whether to check it only.',
          schema: { type: 'boolean', default: false },
        },
        idempotencyKey,
      ],
      body: {
        content: [{ mediaType: JSON_TYPE, schema: ref('Account'), examples: { account: exampleAccount } }],
      },
      answers: [
        {
          status: 200,
          description: 'A dry run without a fault.',
          content: {
            mediaType: JSON_TYPE,
            schema: ref('TriedAccount'),
            examples: {
              tried: {
                external_identifier: 'crm-000123',
                resource_type: 'account',
                dry_run: true,
                state: 'complete',
                import_supplier: 'old-energy-2026',
              },
            },
          },
        },
        {
          status: 202,
          description: 'Accepted: it waits for its import.',
          headers: acceptedHeaders,
          content: {
            mediaType: JSON_TYPE,
            schema: ref('AcceptedAccount'),
            examples: { accepted: accepted(ACCOUNT, 'crm-000123') },
          },
        },
      ],
      errors: [
        {
          code: 'unknown_parameter',
          fields: faultsAt({ unknown_parameter: 'dryrun', repeated_parameter: 'dry_run' }),
        },
        { code: 'failed_validation', fields: faultsAt({ invalid_parameter: 'dry_run' }) },
        notJson,
        { code: ACCOUNT.failedValidation, fields: { ...accountFaults, ...foreseen } },
        ...notTaken(ACCOUNT),
        ...keyErrors,
      ],
    },
    {
      method: 'post',
      path: `${ACCOUNT.path}bulk/`,
      id: 'importAccounts',
      group: 'Accounts',
      summary: 'Import a stream of accounts',
      description:
        'Newline-delimited JSON, one account a line, answered line by line in order, in the same form, while the rest is still being sent. Status 200 says only that the stream began: each answer has the status of its line. A last line with `line` null says that the stream ended before its end.',
      scope: 'import',
      body: {
        content: [
          { mediaType: 'application/x-ndjson', schema: ref('Account'), examples: { line: exampleAccount } },
        ],
      },
      answers: [
        {
          status: 200,
          description: 'The answers, one a line.',
          content: {
            mediaType: 'application/x-ndjson',
            schema: ref('BulkAnswer'),
            examples: {
              accepted: {
                line: 1,
                status: 202,
                external_identifier: 'crm-000123',
                location: `${ACCOUNT.path}crm-000123/`,
              },
              refused: {
                line: 2,
                status: 400,
                detail: 'The account failed validation.',
                code: 'account_failed_validation',
                errors: [{ detail: 'This field is required.', code: 'required', attr: 'customers' }],
              },
            },
          },
        },
      ],
      errors: [noParameters],
    },
    {
      method: 'post',
      path: ORDER.path,
      id: 'importOrder',
      group: 'Orders',
      summary: 'Order to start or end supply',
      description: 'Accepts an order to join or leave, for an account that is imported or waits to be.',
      scope: 'import',
      parameters: [idempotencyKey],
      body: {
        content: [
          {
            mediaType: JSON_TYPE,
            schema: ref('Order'),
            examples: { join: exampleJoin, leave: exampleLeave },
          },
        ],
      },
      answers: [
        {
          status: 202,
          description: 'Accepted: it waits for its account and its run.',
          headers: acceptedHeaders,
          content: {
            mediaType: JSON_TYPE,
            schema: ref('AcceptedOrder'),
            examples: { accepted: accepted(ORDER, 'order-000123') },
          },
        },
      ],
      errors: [
        noParameters,
        notJson,
        { code: ORDER.failedValidation, fields: { ...faultsOfSchema(orderSchema), ...orderRules } },
        ...notTaken(ORDER),
        ...keyErrors,
      ],
    },
  ];
}

function accepted({ identifierField, type, path }: Resource, identifier: string) {
  return {
    [identifierField]: identifier,
    resource_type: type,
    state: 'waiting',
    attempt: 1,
    import_supplier: 'old-energy-2026',
    location: `${path}${identifier}/`,
  };
}
