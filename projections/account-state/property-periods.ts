import type { Envelope } from '../../src/event/index.js';
import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface PropertyPeriodRow extends Provenance {
  readonly account_property_effective_period_id: number;
}

interface PeriodEvent {
  readonly data: { readonly account_property_effective_period_id: number };
  readonly envelope: Envelope;
}

const idOf = ({ account_property_effective_period_id }: PeriodEvent['data']) => ({
  account_property_effective_period_id,
});

const spokenOf = ({ data, envelope }: PeriodEvent) => [{ ...idOf(data), ...provenanceOf(envelope) }];

/** One row a period in which an account has a property. No event tells which account. */
export const propertyPeriods = shared<PropertyPeriodRow, 'account_property_effective_period_id'>({
  key: ['account_property_effective_period_id'],
  merge: provenance,
  on: {
    'account_property_effective_period_metadata.created': spokenOf,
    'account_property_effective_period_metadata.updated': spokenOf,
    'account_property_effective_period_metadata.removed': spokenOf,
  },
});

export interface PropertyPeriodMetadataRow {
  readonly account_property_effective_period_id: number;
  readonly key: string;
  readonly value: string | null;
  readonly is_present: boolean | null;
}

/** One row a period and metadata key, kept when it is removed. */
export const propertyPeriodMetadata = shared<
  PropertyPeriodMetadataRow,
  'account_property_effective_period_id' | 'key'
>({
  key: ['account_property_effective_period_id', 'key'],
  merge: { value: 'latest', is_present: 'latest' },
  on: {
    'account_property_effective_period_metadata.created': ({ data }) => [
      { ...idOf(data), key: data.key, value: data.value, is_present: true },
    ],
    'account_property_effective_period_metadata.removed': ({ data }) => [
      { ...idOf(data), key: data.key, value: data.value, is_present: false },
    ],
  },
});
