import Type, { type Static } from 'typebox';
import { OVERLAP_SECONDS_MAX } from '../credentials.js';
import { list, record, text } from '../fields.js';
import { importSupplierName, organisationName } from '../names.js';

const STATUSES = ['ongoing', 'paused', 'complete'] as const;
const ORGANISATION_SCOPES = ['import', 'publish', 'query'] as const;

const mpid = text({
  description: 'Market participant id.',
  lengthMax: 4,
  format: 'mpid',
  examples: ['OLDE'],
});

const configuration = {
  status: Type.Optional(
    Type.Enum([...STATUSES], { description: 'Only an ongoing supplier takes new imports.' }),
  ),
  behaviours: Type.Optional(
    record(
      {
        customer_emails: Type.Optional(
          Type.Boolean({ description: 'Whether imported customers get an e-mail.' }),
        ),
      },
      { description: 'What happens by itself.' },
    ),
  ),
  expiry_window_days: Type.Optional(
    Type.Integer({ description: 'How many days a process may wait.', minimum: 1, maximum: 365 }),
  ),
  supplier_mpids: Type.Optional(
    record(
      { electricity: Type.Optional(mpid), gas: Type.Optional(mpid) },
      { description: 'Our market participant id in each market; replaces those set before.' },
    ),
  ),
};

const rootLocation = text({
  description: 'Folder in the object store that its documents lie under.',
  lengthMax: 512,
  format: 'root-location',
  examples: ['old-energy/2026'],
});

export const supplierSchema = record(
  { import_supplier: importSupplierName, root_location: Type.Optional(rootLocation), ...configuration },
  { description: 'A cohort of customers being migrated.' },
);

export const supplierChangeSchema = record(
  { root_location: Type.Optional(rootLocation), ...configuration },
  { description: 'What shall change; the rest stays.', minProperties: 1 },
);

export const organisationSchema = record(
  {
    organisation: organisationName,
    name: Type.Optional(
      text({ description: 'Name for people; the short name where left out.', lengthMax: 255 }),
    ),
    import_supplier: Type.Optional(supplierSchema),
  },
  { description: 'A company that imports accounts, with its first import supplier.' },
);

const keyLabel = text({ description: 'What the key is for.', lengthMax: 255 });
const keyEnd = Type.Optional(
  text({ description: 'When it ends, `YYYY-MM-DDTHH:MM:SSZ`.', lengthMax: 20, format: 'instant' }),
);

export const apiKeySchema = record(
  {
    label: keyLabel,
    scopes: list(Type.Enum([...ORGANISATION_SCOPES]), 'What tokens of this key may do.', 3, 1),
    expires_at: keyEnd,
  },
  { description: 'An API key of an organisation.' },
);

export const operatorKeySchema = record(
  { label: keyLabel, expires_at: keyEnd },
  { description: 'An API key of an operator: it has the scope operate alone.' },
);

export const rotationSchema = record(
  {
    overlap_seconds: Type.Optional(
      Type.Integer({
        description: 'How long the old key stays good, in seconds; a day where left out.',
        minimum: 0,
        maximum: OVERLAP_SECONDS_MAX,
      }),
    ),
  },
  { description: 'Puts a new key in the place of another.' },
);

export type SupplierBody = Static<typeof supplierSchema>;
export type SupplierChange = Static<typeof supplierChangeSchema>;
export type OrganisationBody = Static<typeof organisationSchema>;
export type ApiKeyBody = Static<typeof apiKeySchema>;
export type OperatorKeyBody = Static<typeof operatorKeySchema>;
export type RotationBody = Static<typeof rotationSchema>;
