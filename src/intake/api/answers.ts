import {
  array,
  flag,
  type JsonSchema,
  nullable,
  object,
  oneOf,
  ref,
  string,
  time,
  whole,
} from '../../openapi/index.js';

const STATES = ['waiting', 'complete', 'error', 'cancelled'];

const process = {
  resource_type: oneOf(['account', 'order'], 'What is imported.'),
  attempt: whole('Which attempt under this name; from 1.', 1),
  import_supplier: string('The import supplier it came under.'),
};
const location = string('Where its process is looked at and cancelled.');
const identifiers = {
  external_identifier: string('Your name for the account.'),
  external_order_id: string('Your name for the order.'),
};
const revision = nullable(
  whole(
    'Revision of the supplier’s configuration it ran with; while it waits, that it was accepted under.',
    1,
  ),
);
const because = nullable(oneOf(['requested', 'expired'], 'Why it was cancelled.'));
const state = oneOf(STATES, 'How far it is.');
const acceptedAt = time('When it was accepted.');
const finishedAt = nullable(time('When it ended.'));
const expiryWindowEnd = time('Until when it may wait.');
const processError = nullable(ref('ProcessError'));

const status = {
  ...process,
  state,
  import_supplier_revision: revision,
  accepted_at: acceptedAt,
  finished_at: finishedAt,
  expiry_window_end: expiryWindowEnd,
  account_number: nullable(string('Number of the account, as soon as it has one.')),
  outcome: nullable(
    object(
      {
        state,
        at: finishedAt,
        identifier: nullable(
          string('What it made: the account’s number, or that of the process an order started.'),
        ),
        cancelled_because: because,
      },
      { description: 'How it ended; null while it waits.' },
    ),
  ),
  error: processError,
  attempts: array(ref('Attempt'), 'Every attempt, oldest first; of very many, the newest.'),
  timeline: array(ref('Moment'), 'What happened, in order.'),
  post_import_tasks: array(ref('PostImportTask'), 'What follows an import.'),
};

/** Answers about imports: accepted, tried, how far they are, cancelled. */
export const importSchemas: Readonly<Record<string, JsonSchema>> = {
  AcceptedAccount: object({
    external_identifier: identifiers.external_identifier,
    ...process,
    state: oneOf(['waiting'], 'As it was when accepted; the location tells how far it is now.'),
    location,
  }),
  AcceptedOrder: object({
    external_order_id: identifiers.external_order_id,
    ...process,
    state: oneOf(['waiting'], 'As it was when accepted; the location tells how far it is now.'),
    location,
  }),
  TriedAccount: object({
    external_identifier: identifiers.external_identifier,
    resource_type: process.resource_type,
    dry_run: flag('True.'),
    state: oneOf(['complete'], 'What running it would end with.'),
    import_supplier: process.import_supplier,
  }),
  AccountProcess: object({ external_identifier: identifiers.external_identifier, ...status }),
  OrderProcess: object({
    external_order_id: identifiers.external_order_id,
    ...status,
    process_number: nullable(string('Number of the process that the order started.')),
  }),
  CancelledAccount: object({
    external_identifier: identifiers.external_identifier,
    ...process,
    state: oneOf(['cancelled'], 'It is cancelled.'),
    expiry_window_end: expiryWindowEnd,
    location,
  }),
  CancelledOrder: object({
    external_order_id: identifiers.external_order_id,
    ...process,
    state: oneOf(['cancelled'], 'It is cancelled.'),
    expiry_window_end: expiryWindowEnd,
    location,
  }),
  ProcessError: object({
    code: string('Why it failed; stable.'),
    detail: string('Why it failed, for a person.'),
    errors: array(ref('FieldFault'), 'The fields at fault.'),
  }),
  Attempt: object({
    attempt: process.attempt,
    import_supplier: process.import_supplier,
    import_supplier_revision: revision,
    state,
    accepted_at: acceptedAt,
    finished_at: finishedAt,
    expiry_window_end: expiryWindowEnd,
    cancelled_because: because,
    error: processError,
  }),
  Moment: object(
    {
      at: time('When.'),
      what: string('`accepted`, or how an attempt ended; `task_planned`, or how a task ended.'),
      attempt: process.attempt,
      task: string('Which task.'),
    },
    { optional: ['task'] },
  ),
  PostImportTask: object({
    task: string('Which task.', 'attach_documents'),
    state: oneOf(['pending', 'complete', 'error'], 'How far it is.'),
    tries: whole('How often it was tried.', 0),
    planned_at: time('When it was planned.'),
    finished_at: finishedAt,
    error: nullable(object({ code: string('Why it failed; stable.'), detail: string('Why it failed.') })),
  }),
  BulkAnswer: object(
    {
      line: nullable(
        whole('Number of the line, from 1; null in a last line that says why the stream ended.', 1),
      ),
      status: whole('The status that the same account by itself would have been answered with.'),
      external_identifier: identifiers.external_identifier,
      location,
      detail: string('What is wrong, for a person.'),
      code: string('What is wrong; stable.'),
      errors: array(ref('FieldFault'), 'Every fault that was found.'),
    },
    {
      optional: ['external_identifier', 'location', 'detail', 'code', 'errors'],
      description: 'Answers one line: accepted with `location`, refused with `code` and `errors`.',
    },
  ),
};

/** What an operator set up. */
export const operatorSchemas: Readonly<Record<string, JsonSchema>> = (() => {
  const configuration = {
    status: oneOf(['ongoing', 'paused', 'complete'], 'Only an ongoing supplier takes new imports.'),
    root_location: string('Folder in the object store that its documents lie under.'),
    behaviours: object({ customer_emails: flag('Whether imported customers get an e-mail.') }),
    expiry_window_days: whole('How many days a process may wait.', 1),
    supplier_mpids: {
      type: 'object',
      description: 'Our market participant id, by market.',
      additionalProperties: { type: 'string' },
    },
  };
  const revisionNumber = whole('Grows by one with each change.', 1);
  const organisation = {
    organisation: string('Short name.'),
    name: string('Name for people.'),
    created_at: time('When it was made.'),
  };
  const key = {
    api_key_id: { type: 'string', format: 'uuid', description: 'Id of the key; it is no secret.' },
    organisation: nullable(string('Whose key it is; null for an operator’s.')),
    label: string('What the key is for.'),
    scopes: array(oneOf(['import', 'publish', 'query', 'operate'], 'A scope.'), 'What its tokens may do.'),
    created_at: time('When it was made.'),
    expires_at: nullable(time('When it ends; null where it does not.')),
    revoked_at: nullable(time('When it was revoked.')),
    rotated_to: nullable(string('Id of the key that took its place.')),
  };
  const secret = string('The key itself: shown this once.');
  const replaced = object({ api_key_id: key.api_key_id, expires_at: time('Until when it stays good.') });
  return {
    Organisation: object(organisation),
    NewOrganisation: object({ ...organisation, import_supplier: nullable(ref('ImportSupplier')) }),
    ImportSupplier: object({
      organisation: organisation.organisation,
      import_supplier: string('Its name within the organisation.'),
      ...configuration,
      revision: revisionNumber,
      created_at: organisation.created_at,
      updated_at: time('When it was changed last.'),
    }),
    ImportSupplierRevision: object({
      ...configuration,
      revision: revisionNumber,
      changed_by: nullable(string('Id of the API key that made it so; null where no request did.')),
      changed_at: time('Since when it holds.'),
    }),
    ApiKey: object(key),
    NewApiKey: object({ ...key, api_key: secret }),
    RotatedApiKey: object({ ...key, replaces: replaced, api_key: secret }),
  };
})();
