import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface QuoteConfigurationRow extends Provenance {
  readonly quote_configuration_number: string;
  readonly is_calculated: boolean | null;
  readonly triggered_by_id: number | null;
  readonly calculation_finished_at: string | null;
}

/** One row a configuration of a complex quote whose costs were worked out. */
export const quoteConfigurations = shared<QuoteConfigurationRow, 'quote_configuration_number'>({
  key: ['quote_configuration_number'],
  merge: {
    ...provenance,
    is_calculated: 'latest',
    triggered_by_id: 'latest',
    calculation_finished_at: 'greatest',
  },
  on: {
    'complex_quoting.cost_calculation_finished': ({ data, envelope }) => [
      {
        quote_configuration_number: data.quote_configuration_number,
        ...provenanceOf(envelope),
        is_calculated: data.succeeded,
        triggered_by_id: data.triggered_by_id,
        calculation_finished_at: envelope.time,
      },
    ],
  },
});
