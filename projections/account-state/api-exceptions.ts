import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface ApiExceptionRow extends Provenance {
  readonly external_identifier: string;
  readonly account_number: string | null;
  readonly previous_context_id: number | null;
  readonly updated_at: string | null;
}

/** One row an exception of an API, by the identifier that all its events have. */
export const apiExceptions = shared<ApiExceptionRow, 'external_identifier'>({
  key: ['external_identifier'],
  merge: {
    ...provenance,
    account_number: 'latest',
    previous_context_id: 'latest',
    updated_at: 'greatest',
  },
  on: {
    'apis.api_exception.updated': ({ data, envelope }) => [
      {
        external_identifier: data.external_identifier,
        ...provenanceOf(envelope),
        account_number: data.account_number,
        updated_at: envelope.time,
      },
    ],
    'apis.api_exception.context_updated': ({ data, envelope }) => [
      {
        external_identifier: data.external_identifier,
        ...provenanceOf(envelope),
        previous_context_id: data.previous_context_id,
      },
    ],
  },
});
