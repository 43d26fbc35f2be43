import {
  array,
  type Call,
  flag,
  type JsonSchema,
  object,
  oneOf,
  ref,
  string,
  time,
  whole,
} from '../../openapi/index.js';
import { redriveSchema } from '../operator/redrives.js';
import { faultsOfSchema } from './field-faults.js';
import { answer } from './operator-calls.js';
import { JSON_TYPE, noParameters, notJson, pathName } from './shared.js';

const REDRIVES = '/v1/operator/redrives/';
const operator = { group: 'Operator', scope: 'operate' } as const;

export const redriveState: JsonSchema = object({
  redrive: whole('Number of the request.', 1),
  projection: string('Name of the read model.'),
  version: whole('The version of it that was shown then.', 1),
  action: oneOf(['redrive', 'discard'], 'Apply again, or give up.'),
  dry_run: flag('Tried, and undone.'),
  requested_at: time('When it was asked for.'),
  keys: whole('Keys that it is about.', 0),
  pending: whole('Of these, those not begun.', 0),
  done: whole('Those of which every event was applied or given up.', 0),
  failed: whole('Those that failed again, and stay parked.', 0),
  cancelled: whole('Those left undone.', 0),
  events: whole('Events applied or given up.', 0),
  failures: array(
    object({
      partition: whole('Partition of the log.', 0),
      sequence: whole('Place in the partition.', 1),
      key: string('Partition key.'),
      reason: string('Why, as a code.'),
      detail: string('Why, for a person.'),
    }),
    'The first of them.',
  ),
});

const example = {
  redrive: 7,
  projection: 'account-state',
  version: 2,
  action: 'redrive',
  dry_run: false,
  requested_at: '2026-01-31T09:15:00.000Z',
  keys: 3,
  pending: 1,
  done: 1,
  failed: 1,
  cancelled: 0,
  events: 4,
  failures: [
    { partition: 0, sequence: 41, key: 'A-1B2C3D4E', reason: 'fold_failed', detail: 'Error: no amount' },
  ],
};

const number = pathName('redrive', 'Number of the request.');

/** The operator's calls about events that a read model could not apply. */
export const redriveCalls: readonly Call[] = [
  {
    ...operator,
    method: 'post',
    path: REDRIVES,
    id: 'requestRedrive',
    summary: 'Ask for parked events to be applied again, or given up',
    description:
      'Filed here, and done by whoever applies the log to the read model. Keys that failed three times are taken only where they are named.',
    body: {
      content: [
        {
          mediaType: JSON_TYPE,
          schema: ref('RedriveBody'),
          examples: { reason: { projection: 'account-state', reason: 'fold_failed', limit: 100 } },
        },
      ],
    },
    answers: [
      {
        ...answer(202, 'Filed.', ref('RedriveState'), example),
        headers: { Location: 'Where to look how far it is.' },
      },
    ],
    errors: [
      noParameters,
      notJson,
      { code: 'failed_validation', fields: faultsOfSchema(redriveSchema) },
      { code: 'not_found' },
    ],
  },
  {
    ...operator,
    method: 'get',
    path: `${REDRIVES}:redrive/`,
    id: 'seeRedrive',
    summary: 'See how far a request about parked events is',
    parameters: [number],
    answers: [answer(200, 'How far it is.', ref('RedriveState'), example)],
    errors: [noParameters],
  },
  {
    ...operator,
    method: 'delete',
    path: `${REDRIVES}:redrive/`,
    id: 'cancelRedrive',
    summary: 'Leave undone what is not begun of a request about parked events',
    parameters: [number],
    answers: [answer(200, 'How far it came.', ref('RedriveState'), example)],
    errors: [noParameters],
  },
];
