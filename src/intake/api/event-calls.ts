import type { Catalogue } from '../../catalogue/index.js';
import {
  array,
  type Call,
  type ErrorAnswer,
  type JsonSchema,
  object,
  type Parameter,
  publicVersions,
  ref,
  string,
} from '../../openapi/index.js';
import { admit } from '../cloud-events/admission.js';
import { exampleEvent } from './examples.js';
import { faultsAt } from './field-faults.js';
import { noParameters, notJson, POSITION } from './shared.js';

const text = (description: string, more: object = {}) => ({
  type: 'string',
  description,
  minLength: 1,
  maxLength: 255,
  ...more,
});

const attributes = {
  specversion: { const: '1.0', description: 'Version of CloudEvents.' },
  id: text('Unique under its source: a second event under both is the same event, or a conflict.'),
  source: text('Who says so, e.g. a URI; none that begins with `headrace`.', { examples: ['acme/crm'] }),
  type: text('Event type of the catalogue.', { examples: ['account.created'] }),
  payloadversion: text('Version of the type’s payload.', { examples: ['v1'] }),
  time: text('When it happened, RFC 3339.', { format: 'date-time' }),
  subject: text('What it is about, e.g. `account/A-1B2C3D4E`.'),
  importsupplier: text('Import supplier that it belongs to.'),
  causationid: text('Id of the event that caused it.'),
  correlationid: text('What it belongs together with; the request’s id where left out.'),
  traceparent: text('W3C trace context; one that is invalid is dropped.'),
} satisfies Record<string, JsonSchema>;
const OPTIONAL = [
  'subject',
  'importsupplier',
  'causationid',
  'correlationid',
  'traceparent',
  'datacontenttype',
];

/** The envelope, and for each type-version that others may publish, what its `data` is. */
export function eventSchemas({ types }: Pick<Catalogue, 'types'>): Readonly<Record<string, JsonSchema>> {
  const published = publicVersions(types).filter(
    ({ type, version }) => admit(types, type.name, version.version) === 'admitted',
  );
  return {
    CloudEvent: {
      ...object(
        { ...attributes, datacontenttype: { const: 'application/json', description: 'What `data` is.' } },
        {
          optional: OPTIONAL,
          description: 'An event of the catalogue in the JSON format of CloudEvents 1.0.',
        },
      ),
      oneOf: published.map(({ type, version }) =>
        object({
          type: { const: type.name },
          payloadversion: { const: version.version },
          data: ref(version.recordName),
        }),
      ),
      unevaluatedProperties: false,
    },
    PublishedEvents: object({
      events: array(
        object({ source: string('Source of the event.'), id: string('Id of the event.') }),
        'The events that were taken, in their order.',
      ),
    }),
  };
}

const binaryHeaders: readonly Parameter[] = Object.entries(attributes).map(([name, schema]) => ({
  name: `ce-${name}`,
  in: 'header',
  description: `${schema.description} In binary mode only, percent-encoded.`,
  schema: { type: 'string' },
}));

const faults: readonly ErrorAnswer[] = [
  {
    code: 'event_failed_validation',
    fields: faultsAt({
      required: 'data.account_number',
      unknown_field: 'colour',
      null_not_allowed: 'subject',
      invalid_type: 'data.is_imported',
      invalid_choice: 'specversion',
      blank: 'id',
      too_long: 'subject',
      too_few_items: '',
      too_many_items: '',
      out_of_range: 'data.amount',
      invalid_characters: 'id',
      invalid_time: 'time',
      reserved_source: 'source',
      unknown_event_type: 'type',
      unknown_event_version: 'payloadversion',
      more_errors: '',
    }),
  },
  // Told with whatever else is wrong with the events.
  {
    code: 'event_type_reserved',
    fields: faultsAt({
      reserved_event_type: 'type',
      required: 'id',
      unknown_field: 'colour',
      null_not_allowed: 'subject',
      invalid_type: '1.data.is_imported',
      invalid_choice: 'specversion',
      blank: 'id',
      too_long: 'subject',
      out_of_range: '1.data.amount',
      invalid_characters: 'id',
      invalid_time: 'time',
      reserved_source: 'source',
      unknown_event_type: '1.type',
      unknown_event_version: '1.payloadversion',
      more_errors: '',
    }),
  },
  {
    code: 'account_of_another_organisation',
    fields: faultsAt({ account_of_another_organisation: 'data.account_number', more_errors: '' }),
  },
  { code: 'event_id_conflict', fields: faultsAt({ event_id_conflict: 'id', more_errors: '' }) },
];

/** `POST /v1/events/`. */
export const eventCalls: readonly Call[] = [
  {
    method: 'post',
    path: '/v1/events/',
    id: 'publishEvents',
    group: 'Events',
    summary: 'Publish events of the catalogue',
    description:
      'One event, a batch of up to 1,000, or, in binary mode, a payload whose event stands in `ce-` headers. All are taken, or none. The same events again are answered the same.',
    scope: 'publish',
    parameters: binaryHeaders,
    body: {
      content: [
        {
          mediaType: 'application/cloudevents+json',
          schema: ref('CloudEvent'),
          examples: { event: exampleEvent },
        },
        {
          mediaType: 'application/cloudevents-batch+json',
          schema: { type: 'array', minItems: 1, maxItems: 1000, items: ref('CloudEvent') },
          examples: { batch: [exampleEvent] },
        },
        {
          mediaType: 'application/json',
          schema: {
            type: 'object',
            description: 'The payload of the type-version that the headers name.',
            additionalProperties: true,
          },
          examples: { payload: exampleEvent.data },
        },
      ],
    },
    answers: [
      {
        status: 202,
        description: 'All events are taken.',
        headers: POSITION,
        content: {
          mediaType: 'application/json',
          schema: ref('PublishedEvents'),
          examples: { published: { events: [{ source: exampleEvent.source, id: exampleEvent.id }] } },
        },
      },
    ],
    errors: [noParameters, notJson, ...faults],
  },
];
