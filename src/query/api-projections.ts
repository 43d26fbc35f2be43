import { array, type Call, nullable, object, ref, string, time, whole } from '../openapi/index.js';
import { BASE, JSON_TYPE, lag, nameInPath, noParameters, query } from './api-shared.js';

export const projectionState = object({
  projection: string('Name of the read model.'),
  version: whole('Version of its definition.', 1),
  state: string('The worst of its partitions.'),
  reason: nullable(string('Why it is stopped, as a code; null where it is not.')),
  events_behind: whole('Events not applied yet.', 0),
  lag_seconds: { type: 'number', description: 'Greatest lag of a partition.' },
  events_per_second: nullable({
    type: 'number',
    description: 'Events applied lately; null where not yet known.',
  }),
  catch_up_seconds: nullable({
    type: 'number',
    description: 'When it is likely to have caught up; null where not known.',
  }),
  parked: whole('Events set aside because they could not be applied.', 0),
  partitions: array(
    object({
      partition: whole('Which partition.', 0),
      state: string('running, catching_up, held, stopped or no_owner.'),
      reason: nullable(string('Why it is stopped, as a code; null where it is not.')),
      events_behind: whole('Events not applied yet.', 0),
      events_per_second: nullable({ type: 'number', description: 'Events applied lately.' }),
      catch_up_seconds: nullable({ type: 'number', description: 'When it is likely to have caught up.' }),
      position: whole('Sequence of the last event applied.', 0),
      head: whole('Sequence of the newest event in the log.', 0),
      lag_seconds: { type: 'number', description: 'Age, by append time, of the oldest event not applied.' },
      event_time: nullable(time('Time of the last event applied; null for none.')),
      parked: whole('Events set aside.', 0),
    }),
    'Each partition of the log.',
  ),
});

const partition = {
  partition: 0,
  state: 'catching_up',
  reason: null,
  events_behind: 1,
  events_per_second: 12.5,
  catch_up_seconds: 0.1,
  position: 41,
  head: 42,
  lag_seconds: 0.2,
  event_time: '2026-01-31T09:15:00.000Z',
  parked: 0,
};

const example = {
  projection: 'account-state',
  version: 1,
  state: 'catching_up',
  reason: null,
  events_behind: 1,
  lag_seconds: 0.2,
  events_per_second: 12.5,
  catch_up_seconds: 0.1,
  parked: 0,
  partitions: [partition],
};

/** How far one of them is. */
export const projectionCall: Call = {
  ...query,
  path: `${BASE}projections/:name`,
  id: 'queryProjection',
  summary: 'See how far a read model is',
  parameters: [nameInPath('Name of the read model.')],
  answers: [
    {
      status: 200,
      description: 'The read model.',
      headers: lag,
      content: { mediaType: JSON_TYPE, schema: ref('ProjectionState'), examples: { state: example } },
    },
  ],
  errors: [noParameters],
};

/** How far the read models are. */
export const projectionsCall: Call = {
  ...query,
  path: `${BASE}projections`,
  id: 'queryProjections',
  summary: 'See how far the read models are',
  answers: [
    {
      status: 200,
      description: 'Each read model.',
      headers: lag,
      content: {
        mediaType: JSON_TYPE,
        schema: object({ results: array(ref('ProjectionState'), 'Each read model.') }),
        examples: {
          states: {
            results: [example],
          },
        },
      },
    },
  ],
  errors: [noParameters],
};
