import type { JsonValue } from '../../src/generated/events.js';
import { shared } from '../../src/projector/define.js';
import { changesByField } from '../changes-by-field.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface BusinessRow extends Provenance {
  readonly business_id: number;
  readonly operations_team_id: number | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
}

/** One row a business. */
export const businesses = shared<BusinessRow, 'business_id'>({
  key: ['business_id'],
  merge: { ...provenance, operations_team_id: 'latest', created_at: 'least', updated_at: 'greatest' },
  on: {
    'business.created': ({ data, envelope }) => [
      { business_id: data.id, ...provenanceOf(envelope), created_at: envelope.time },
    ],
    'business.updated': ({ data, envelope }) => [
      { business_id: data.id, ...provenanceOf(envelope), updated_at: envelope.time },
    ],
    'business_operations_team.updated': ({ data, envelope }) => [
      {
        business_id: data.id,
        ...provenanceOf(envelope),
        operations_team_id: data.operations_team_id,
      },
    ],
  },
});

export interface BusinessChangeRow {
  readonly business_id: number;
  readonly field: string;
  /** The change in a list of one item, so that a change to null is one. */
  readonly change: readonly [JsonValue] | null;
}

/** One row a field of a business that some event said was changed: the newest change, as it was told. */
export const businessChanges = shared<BusinessChangeRow, 'business_id' | 'field'>({
  key: ['business_id', 'field'],
  merge: { change: 'latest' },
  on: {
    'business.updated': ({ data }) =>
      changesByField(data.changes).map(([field, value]) => ({
        business_id: data.id,
        field,
        change: [value] as const,
      })),
  },
});

export interface InternalCompanyRow extends Provenance {
  readonly company_id: string;
  readonly displayable_number: string | null;
  readonly name: string | null;
  readonly primary_registration_number: string | null;
  readonly secondary_registration_number: string | null;
  readonly primary_tax_identifier_number: string | null;
  readonly legal_address: JsonValue | null;
}

/** One row a company of the supplier's own. */
export const internalCompanies = shared<InternalCompanyRow, 'company_id'>({
  key: ['company_id'],
  merge: {
    ...provenance,
    displayable_number: 'latest',
    name: 'latest',
    primary_registration_number: 'latest',
    secondary_registration_number: 'latest',
    primary_tax_identifier_number: 'latest',
    legal_address: 'latest',
  },
  on: {
    'internal_company.created': ({ data, envelope }) => [
      {
        company_id: data.id,
        ...provenanceOf(envelope),
        displayable_number: data.displayable_number,
        name: data.name,
        primary_registration_number: data.primary_registration_number,
        secondary_registration_number: data.secondary_registration_number,
        primary_tax_identifier_number: data.primary_tax_identifier_number,
        legal_address: data.legal_address,
      },
    ],
  },
});
