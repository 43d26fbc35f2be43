import Type, { type Static } from 'typebox';
import { date, list, record, text } from '../fields.js';
import { externalIdentifier, importSupplierName } from '../names.js';
import { supplyPointName } from '../supply-points.js';

const address = record(
  {
    line_1: text({ description: 'First line.', lengthMax: 255, examples: ['12 Mill Lane'] }),
    line_2: Type.Optional(text({ description: 'Second line.', lengthMax: 255 })),
    line_3: Type.Optional(text({ description: 'Third line.', lengthMax: 255 })),
    town: Type.Optional(text({ description: 'Post town.', lengthMax: 255, examples: ['Leeds'] })),
    county: Type.Optional(text({ description: 'County.', lengthMax: 255 })),
    postcode: text({
      description: 'Postcode of the country; a British one upper or lower case, with or without its space.',
      lengthMax: 16,
      examples: ['LS1 4AP'],
    }),
    country: Type.Optional(
      text({
        description: 'Country, ISO 3166-1 alpha-2; GB where left out.',
        lengthMax: 2,
        format: 'country',
        examples: ['GB'],
      }),
    ),
  },
  { description: 'Where bills go.' },
);

const communicationPreferences = record(
  {
    requires_postal_comms: Type.Optional(Type.Boolean({ description: 'Letters rather than e-mail.' })),
    preferred_language_for_comms: Type.Optional(
      text({ description: 'Language tag.', lengthMax: 12, format: 'language', examples: ['en', 'cy'] }),
    ),
    document_accessibility: Type.Optional(
      text({ description: 'Form of documents.', lengthMax: 64, examples: ['LARGE_PRINT'] }),
    ),
  },
  { description: 'How the customer wants to be written to. Names at least one.', minProperties: 1 },
);

const psrRecord = record({
  description: text({ description: 'Need, in words.', lengthMax: 255 }),
  electricity_industry_code: text({ description: 'Code in electricity data flows.', lengthMax: 16 }),
  gas_industry_code: text({ description: 'Code in gas data flows.', lengthMax: 16 }),
});

const phone = (description: string) =>
  text({
    description: `${description} International, or British without country code.`,
    lengthMax: 40,
    format: 'phone-number',
    examples: ['+44 20 7946 0018'],
  });

const customer = record({
  given_name: text({ description: 'Given name.', lengthMax: 255 }),
  family_name: text({ description: 'Family name.', lengthMax: 255 }),
  email: text({
    description: 'E-mail address; no two customers of an account share one (case aside).',
    lengthMax: 254,
    format: 'email-address',
  }),
  landline: Type.Optional(phone('Landline.')),
  mobile: Type.Optional(phone('Mobile.')),
  date_of_birth: Type.Optional(date('In the past.')),
  psr_records: Type.Optional(list(psrRecord, 'Entries of the priority services register.', 50)),
});

const agreement = record(
  {
    product_code: text({ description: 'Product supplied.', lengthMax: 255 }),
    valid_from: date('First day.'),
    valid_to: Type.Optional(date('Day it ends, after valid_from.')),
  },
  { description: 'The product this supply is on.' },
);

const supplyPoint = record({
  ...supplyPointName,
  supply_start_date: Type.Optional(date('Day supply starts; a registration is asked for where it is given.')),
  agreement: Type.Optional(agreement),
});

const ledger = record({
  number: text({ description: 'Number of the ledger.', lengthMax: 64 }),
  opening_balance: Type.Optional(
    Type.Integer({
      description: 'Whole pence; positive in the customer’s favour, negative where the customer owes.',
      minimum: -1_000_000_000_000,
      maximum: 1_000_000_000_000,
    }),
  ),
});

const document = record({
  kind: text({ description: 'What it is.', lengthMax: 64, examples: ['contract'] }),
  path: text({
    description: 'Path below the import supplier’s root location, with a leading slash.',
    lengthMax: 1024,
    format: 'document-path',
    examples: ['/contracts/1234.pdf'],
  }),
  dated: date('Date of the document.'),
});

/** Body of `POST /v1/data-import/accounts/`. */
export const accountSchema = record(
  {
    external_identifier: externalIdentifier,
    import_supplier: importSupplierName,
    account: record({
      number: Type.Optional(
        text({
          description: 'Account number; one is made where it is left out.',
          lengthMax: 64,
          format: 'account-number',
          examples: ['A-1B2C3D4E'],
        }),
      ),
      billing_address: address,
      communication_preferences: Type.Optional(communicationPreferences),
    }),
    customers: list(customer, 'Who holds the account.', 50, 1),
    supply_points: Type.Optional(list(supplyPoint, 'Where the account takes supply.', 200)),
    ledgers: Type.Optional(list(ledger, 'What the account is billed through.', 50)),
    metadata: Type.Optional(
      list(
        record({
          key: text({ description: 'Key; each once.', lengthMax: 255 }),
          value: text({ description: 'Value.', lengthMax: 10_000, format: 'prose' }),
        }),
        'Facts of the client’s own.',
        200,
      ),
    ),
    documents: Type.Optional(list(document, 'Documents to attach.', 200)),
    notes: Type.Optional(
      list(
        text({ description: 'Note.', lengthMax: 10_000, format: 'prose' }),
        'Notes of the old supplier.',
        200,
      ),
    ),
    campaigns: Type.Optional(
      list(
        record({ name: text({ description: 'Name; each once.', lengthMax: 255 }) }),
        'Campaigns it is in.',
        100,
      ),
    ),
  },
  { description: 'An account to import.' },
);

export type Account = Static<typeof accountSchema>;
