import type { Envelope } from '../../src/event/index.js';
import type { JsonValue } from '../../src/generated/events.js';
import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface AccountCallRow extends Provenance {
  readonly call_id: number;
  readonly account_number: string | null;
  /** `{call_key, transcript_key, redacted_transcript_key, bucket}`: told together, so one stamp is enough. */
  readonly recording: JsonValue | null;
  readonly transcribed_at: string | null;
  readonly updated_at: string | null;
}

interface Call {
  readonly call_id: number;
  readonly account_number: string;
  readonly call_key: string;
  readonly transcript_key: string;
  readonly redacted_transcript_key: string;
  readonly bucket: string;
}

const told = (
  { call_id, account_number, call_key, transcript_key, redacted_transcript_key, bucket }: Call,
  envelope: Envelope,
) => ({
  call_id,
  ...provenanceOf(envelope),
  account_number,
  recording: { call_key, transcript_key, redacted_transcript_key, bucket },
});

/** One row a telephone call of an account. */
export const accountCalls = shared<AccountCallRow, 'call_id'>({
  key: ['call_id'],
  merge: {
    ...provenance,
    account_number: 'latest',
    recording: 'latest',
    transcribed_at: 'least',
    updated_at: 'greatest',
  },
  on: {
    'comms.transcription.created': ({ data, envelope }) => [
      { ...told(data, envelope), transcribed_at: envelope.time },
    ],
    'comms.account-call.updated': ({ data, envelope }) => [
      { ...told(data, envelope), updated_at: envelope.time },
    ],
  },
});

export interface BouncedEmailRow extends Provenance {
  readonly message_id: number;
  readonly account_number: string | null;
  readonly user_id: number | null;
  readonly template_code: string | null;
  readonly bounced_at_told: string | null;
}

/** One row an e-mail to a customer that came back. */
export const bouncedEmails = shared<BouncedEmailRow, 'message_id'>({
  key: ['message_id'],
  merge: {
    ...provenance,
    account_number: 'latest',
    user_id: 'latest',
    template_code: 'latest',
    bounced_at_told: 'latest',
  },
  on: {
    'comms.customer_email_bounced': ({ data, envelope }) => [
      {
        message_id: data.message_id,
        ...provenanceOf(envelope),
        account_number: data.account_number,
        user_id: data.user_id,
        template_code: data.template_code,
        bounced_at_told: data.bounced_at,
      },
    ],
  },
});
