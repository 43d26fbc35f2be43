import type { Envelope } from '../../src/event/index.js';
import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface CheckedFileRow extends Provenance {
  readonly kind: 'uploaded_file' | 'message_attachment';
  /** The reference of an uploaded file; the object store key of an attachment. */
  readonly reference: string;
  /** Its object store bucket; empty for uploaded files. */
  readonly bucket: string;
  readonly is_safe: boolean | null;
  readonly filename: string | null;
  readonly size_in_bytes: number | null;
}

const uploaded =
  (is_safe: boolean) =>
  ({
    data,
    envelope,
  }: {
    readonly data: { readonly file_reference: string };
    readonly envelope: Envelope;
  }) => [
    {
      kind: 'uploaded_file' as const,
      reference: data.file_reference,
      bucket: '',
      ...provenanceOf(envelope),
      is_safe,
    },
  ];

interface Attachment {
  readonly filename: string;
  readonly s3_key: string;
  readonly s3_bucket: string;
  readonly size_in_bytes: number;
}

const attached =
  (is_safe: boolean) =>
  ({ data, envelope }: { readonly data: Attachment; readonly envelope: Envelope }) => [
    {
      kind: 'message_attachment' as const,
      reference: data.s3_key,
      bucket: data.s3_bucket,
      ...provenanceOf(envelope),
      is_safe,
      filename: data.filename,
      size_in_bytes: data.size_in_bytes,
    },
  ];

/** One row a file of a customer that was checked. No event tells which message or account it came with. */
export const checkedFiles = shared<CheckedFileRow, 'kind' | 'reference' | 'bucket'>({
  key: ['kind', 'reference', 'bucket'],
  merge: { ...provenance, is_safe: 'latest', filename: 'latest', size_in_bytes: 'latest' },
  on: {
    'external_messaging.uploaded_file.safe': uploaded(true),
    'external_messaging.uploaded_file.unsafe': uploaded(false),
    'ink.message_attachment.safe': attached(true),
    'ink.message_attachment.unsafe': attached(false),
  },
});
