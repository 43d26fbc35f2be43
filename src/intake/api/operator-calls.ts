import {
  array,
  type Call,
  type ErrorAnswer,
  type JsonSchema,
  nullable,
  object,
  ref,
  string,
} from '../../openapi/index.js';
import { organisationSchema, supplierChangeSchema, supplierSchema } from '../operator/schema.js';
import { exampleSupplier } from './examples.js';
import { faultsOfSchema } from './field-faults.js';
import { JSON_TYPE, noParameters, notJson, pageErrors, pageParameters, pathName } from './shared.js';

const ORGANISATIONS = '/v1/operator/organisations/';
const SUPPLIERS = `${ORGANISATIONS}:organisation/import-suppliers/`;
const SUPPLIER = `${SUPPLIERS}:import_supplier/`;

const operator = { group: 'Operator', scope: 'operate' } as const;
export const organisationName = pathName('organisation', 'Short name of the organisation.');
const supplierName = pathName('import_supplier', 'Name of the import supplier, percent-encoded.');
const exists: ErrorAnswer = { code: 'already_exists' };

export function pageOf(name: string): JsonSchema {
  return object({
    results: array(ref(name), 'In the order of their names.'),
    next: nullable(string('The `after` of the following page; null on the last.')),
  });
}

export function answer(status: number, description: string, schema: JsonSchema, example: unknown) {
  return { status, description, content: { mediaType: JSON_TYPE, schema, examples: { answer: example } } };
}

const {
  organisation: _organisation,
  created_at: createdAt,
  updated_at: changedAt,
  ...configuration
} = exampleSupplier;
const { import_supplier: _name, ...revision } = configuration;
const organisation = { organisation: 'acme', name: 'Acme Energy', created_at: createdAt };

/** The operator's calls about organisations and import suppliers. */
export const operatorCalls: readonly Call[] = [
  {
    ...operator,
    method: 'post',
    path: ORGANISATIONS,
    id: 'createOrganisation',
    summary: 'Make an organisation',
    description: 'With its first import supplier, where one is named.',
    body: {
      content: [
        {
          mediaType: JSON_TYPE,
          schema: ref('OrganisationBody'),
          examples: {
            organisation: {
              organisation: 'acme',
              name: 'Acme Energy',
              import_supplier: {
                import_supplier: 'old-energy-2026',
                supplier_mpids: { electricity: 'OLDE' },
              },
            },
          },
        },
      ],
    },
    answers: [
      answer(201, 'Made.', ref('NewOrganisation'), { ...organisation, import_supplier: exampleSupplier }),
    ],
    errors: [
      noParameters,
      notJson,
      { code: 'failed_validation', fields: faultsOfSchema(organisationSchema) },
      exists,
    ],
  },
  {
    ...operator,
    method: 'get',
    path: ORGANISATIONS,
    id: 'listOrganisations',
    summary: 'List organisations',
    parameters: pageParameters,
    answers: [answer(200, 'A page.', pageOf('Organisation'), { results: [organisation], next: null })],
    errors: pageErrors,
  },
  {
    ...operator,
    method: 'post',
    path: SUPPLIERS,
    id: 'createImportSupplier',
    summary: 'Make an import supplier',
    parameters: [organisationName],
    body: {
      content: [
        {
          mediaType: JSON_TYPE,
          schema: ref('ImportSupplierBody'),
          examples: { supplier: { import_supplier: 'old-energy-2026', status: 'ongoing' } },
        },
      ],
    },
    answers: [
      {
        ...answer(201, 'Made.', ref('ImportSupplier'), exampleSupplier),
        headers: { Location: 'Where it is looked at and changed.' },
      },
    ],
    errors: [
      noParameters,
      notJson,
      { code: 'failed_validation', fields: faultsOfSchema(supplierSchema) },
      exists,
    ],
  },
  {
    ...operator,
    method: 'get',
    path: SUPPLIERS,
    id: 'listImportSuppliers',
    summary: 'List an organisation’s import suppliers',
    parameters: [organisationName, ...pageParameters],
    answers: [answer(200, 'A page.', pageOf('ImportSupplier'), { results: [exampleSupplier], next: null })],
    errors: pageErrors,
  },
  {
    ...operator,
    method: 'get',
    path: SUPPLIER,
    id: 'getImportSupplier',
    summary: 'See an import supplier',
    parameters: [organisationName, supplierName],
    answers: [answer(200, 'As it is.', ref('ImportSupplier'), exampleSupplier)],
    errors: [noParameters],
  },
  {
    ...operator,
    method: 'patch',
    path: SUPPLIER,
    id: 'changeImportSupplier',
    summary: 'Change an import supplier',
    description: 'Only what is named changes. Each change is a new revision of its configuration.',
    parameters: [organisationName, supplierName],
    body: {
      content: [
        {
          mediaType: JSON_TYPE,
          schema: ref('ImportSupplierChange'),
          examples: { paused: { status: 'paused' } },
        },
      ],
    },
    answers: [
      answer(200, 'As it is now.', ref('ImportSupplier'), {
        ...exampleSupplier,
        status: 'paused',
        revision: 2,
      }),
    ],
    errors: [
      noParameters,
      notJson,
      { code: 'failed_validation', fields: faultsOfSchema(supplierChangeSchema) },
    ],
  },
  {
    ...operator,
    method: 'get',
    path: `${SUPPLIER}revisions/`,
    id: 'listImportSupplierRevisions',
    summary: 'See how an import supplier was configured before',
    parameters: [organisationName, supplierName, ...pageParameters],
    answers: [
      answer(200, 'Newest first.', pageOf('ImportSupplierRevision'), {
        results: [{ ...revision, changed_by: null, changed_at: changedAt }],
        next: null,
      }),
    ],
    errors: pageErrors,
  },
];
