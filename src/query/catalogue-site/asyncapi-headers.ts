const text = (description: string) => ({ type: 'string', description });

/** What every CloudEvent says of itself, whoever sent it. */
const REQUIRED = {
  ce_specversion: { type: 'string', const: '1.0' },
  ce_id: text('Unique within its source.'),
  ce_source: text('Who says so.'),
  ce_type: text('Event type.'),
  ce_payloadversion: text('What the value is written in: a version, or current.'),
  ce_time: { type: 'string', format: 'date-time', description: 'When it happened.' },
};

/** Left out where it is not known. */
const OPTIONAL = {
  ce_subject: text('What it is about, such as account/A-1234.'),
  ce_importsupplier: text('Import supplier that it belongs to.'),
  ce_organisation: text('Whose it is.'),
  ce_causationid: text('Id of the event that led to it.'),
  ce_correlationid: text('Shared by all events that one request led to.'),
  traceparent: text('W3C trace context.'),
};

/** Headers of records that routes write. */
export const routedHeaders = {
  headers: {
    type: 'object',
    required: [...Object.keys(REQUIRED), 'ce_partitionkey', 'ce_sequence', 'headrace-origin'],
    properties: {
      ...REQUIRED,
      ...OPTIONAL,
      ce_partitionkey: text('The record’s key.'),
      ce_sequence: text('Place of the event in its partition of the log.'),
      'headrace-origin': text('<partition of the log>/<sequence>: the same for all copies of an event.'),
      'headrace-not-converted': text(
        'Only where the record is as it came: the form that was asked for, and why not.',
      ),
    },
  },
};

/** Headers of records that other systems publish. */
export const inboundHeaders = {
  headers: { type: 'object', required: Object.keys(REQUIRED), properties: { ...REQUIRED, ...OPTIONAL } },
};
