import { array, type Call, flag, nullable, object, ref, string, whole } from '../openapi/index.js';
import {
  BASE,
  ETAG,
  ifNoneMatch,
  JSON_TYPE,
  lag,
  nameInPath,
  noParameters,
  query,
  unchanged,
} from './api-shared.js';

export const eventRoute = object({
  name: string('Name of its file.'),
  enabled: flag('Whether the router works on it.'),
  description: string('What it is for.'),
  event_types: array(string('An event type.'), 'Types that it matches.'),
  to: string('The topic, or the host of the webhook.'),
  as: string('Form in which events are written: as-sent, current, or a version.'),
  targets: array(
    object({
      target: string('`topic:` and the topic, or `webhook:` and the route.'),
      behind: whole('Events of the log that it has not seen.', 0),
      waiting: whole('Events that wait for the webhook.', 0),
      dead: whole('Events that were given up.', 0),
      stopped: nullable(string('Why nothing goes to it; null where it works.')),
    }),
    'What it goes to, as far as the router has worked on it.',
  ),
});

const example = {
  name: 'domains',
  enabled: true,
  description: 'Each domain of the catalogue has a topic.',
  event_types: ['account.created'],
  to: 'headrace.{domain}',
  as: 'as-sent',
  targets: [{ target: 'topic:headrace.account', behind: 0, waiting: 0, dead: 0, stopped: null }],
};

/** Who gets which events; for operators. */
export const routesCalls: readonly Call[] = [
  {
    ...query,
    path: `${BASE}routes`,
    id: 'queryRoutes',
    summary: 'List the routes of events to topics and webhooks',
    description: 'For operators.',
    parameters: [ifNoneMatch],
    answers: [
      {
        status: 200,
        description: 'Each route.',
        headers: { ...lag, ...ETAG },
        content: {
          mediaType: JSON_TYPE,
          schema: object({ results: array(ref('EventRoute'), 'In the order of their names.') }),
          examples: { routes: { results: [example] } },
        },
      },
      { ...unchanged, headers: { ...lag, ...ETAG } },
    ],
    errors: [noParameters],
  },
  {
    ...query,
    path: `${BASE}routes/:name`,
    id: 'queryRoute',
    summary: 'See a route of events to a topic or webhook',
    description: 'For operators.',
    parameters: [nameInPath('Name of the route.'), ifNoneMatch],
    answers: [
      {
        status: 200,
        description: 'The route.',
        headers: { ...lag, ...ETAG },
        content: { mediaType: JSON_TYPE, schema: ref('EventRoute'), examples: { route: example } },
      },
      { ...unchanged, headers: { ...lag, ...ETAG } },
    ],
    errors: [noParameters],
  },
];
