import {
  type ApiPart,
  array,
  type Call,
  type ErrorAnswer,
  type FieldFaults,
  type JsonSchema,
  nullable,
  object,
  type Parameter,
  ref,
  string,
} from '../openapi/index.js';
import { exportForms, formatParameter } from './api-export.js';
import { asOfParameter, eventBehind, explanation } from './api-past.js';
import { projectionCall, projectionState, projectionsCall } from './api-projections.js';
import { eventRoute, routesCalls } from './api-routes.js';
import { rowExample, rowFields } from './api-rows.js';
import {
  BASE,
  ETAG,
  ifNoneMatch,
  JSON_TYPE,
  lag,
  nameInPath,
  query,
  says,
  unchanged,
  unknown,
} from './api-shared.js';
import { itemViews, related } from './generated/columns.js';
import { LIMIT_DEFAULT, LIMIT_MAX, TEXT_LENGTH_MAX } from './parameters.js';
import {
  type Filter,
  type ItemName,
  type ItemResource,
  isPastItem,
  items,
  type ListName,
  type ListResource,
  lists,
  type PastItem,
  pathOf,
} from './resources.js';

const headersOf = (list: ListName) => ({ ...(lists[list].readModel ? freshness : lag), ...ETAG });

const freshness = {
  'Headrace-Position': 'Pairs `partition:sequence`: up to where the log is in the answer.',
  ...lag,
};

/** What the query API takes and answers, from the same data that its routes are made of. */
export function queryApi(): ApiPart {
  const names = Object.keys(lists).filter(isList);
  const singles = Object.keys(items).filter(isItem);
  return {
    schemas: {
      ...Object.fromEntries(names.map((list) => [rowName(list), object(rowFields(list, lists[list]))])),
      ...Object.fromEntries(singles.map((item) => [`${rowName(items[item].list)}Details`, itemSchema(item)])),
      ProjectionState: projectionState,
      EventBehind: eventBehind,
      EventRoute: eventRoute,
    },
    calls: [
      ...names.map(listCall),
      ...singles.map(itemCall),
      ...singles.filter(isPastItem).map(explainCall),
      projectionsCall,
      projectionCall,
      ...routesCalls,
    ],
  };
}

const isList = (name: string): name is ListName => name in lists;
const isItem = (name: string): name is ItemName => name in items;

/** `import-suppliers` is a list of `ImportSuppliersRow`. */
function rowName(list: ListName): string {
  return `${camel(list)}Row`;
}

function camel(name: string): string {
  return name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function listCall(list: ListName): Call {
  const { filters, readModel, within, isForOperators }: ListResource = lists[list];
  return {
    ...query,
    path: `${BASE}${pathOf(list).replace(/\{\w+\}/, ':within')}`,
    id: `query${camel(list)}`,
    summary: `List ${list.replaceAll('-', ' ')}`,
    description: [
      readModel ? `From the read model \`${readModel}\`, sorted` : 'Sorted',
      'by a key that never changes.',
      ...(isForOperators ? ['For operators.'] : []),
    ].join(' '),
    parameters: [
      ...(within ? [nameOf('within', within.field)] : []),
      ...Object.entries(filters).map(([name, filter]) => filterParameter(name, filter)),
      {
        name: 'limit',
        in: 'query',
        description: 'Most results of a page.',
        schema: { type: 'integer', minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT },
      },
      {
        name: 'cursor',
        in: 'query',
        description: 'The `next` of the page before.',
        schema: { type: 'string', minLength: 1 },
      },
      formatParameter,
      ...(readModel ? waiting : []),
      ifNoneMatch,
    ],
    answers: [
      {
        status: 200,
        description: 'A page.',
        headers: {
          ...headersOf(list),
          Link: 'Address of the following page, `rel="next"`; left out on the last.',
        },
        content: {
          mediaType: JSON_TYPE,
          schema: object({
            results: array(ref(rowName(list)), 'Rows, sorted by their key.'),
            next: nullable(string('The `cursor` of the following page; null on the last.')),
          }),
          examples: { page: { results: [rowExample(list)], next: null } },
        },
        otherForms: exportForms,
      },
      { ...unchanged, headers: headersOf(list) },
    ],
    errors: [
      ...errorsOf('limit'),
      ...(readModel ? [NOT_YET] : []),
      ...(within ? [{ code: 'not_found' as const }] : []),
    ],
  };
}

function filterParameter(name: string, { match, field, oneOf }: Filter): Parameter {
  const text = { type: 'string', minLength: 1, maxLength: TEXT_LENGTH_MAX };
  const inQuery = { name, in: 'query' } as const;
  if (match === 'before' || match === 'from') {
    const how = match === 'before' ? 'earlier' : 'this or later';
    const description = `\`${field}\` is ${how}, e.g. 2026-01-31T00:00:00Z.`;
    return { ...inQuery, description, schema: { type: 'string', format: 'date-time' } };
  }
  if (match === 'prefix') return { ...inQuery, description: `\`${field}\` begins so.`, schema: text };
  return {
    ...inQuery,
    description: `\`${field}\` is this.`,
    schema: oneOf ? { type: 'string', enum: oneOf } : text,
  };
}

function itemSchema(item: ItemName): JsonSchema {
  const { list } = items[item];
  const belonging = related[item].map(([field, view]) => [
    field,
    array(object(rowFields(view)), 'What belongs to it, at most 1000.'),
  ]);
  return object({ ...rowFields(itemViews[item], lists[list]), ...Object.fromEntries(belonging) });
}

function itemCall(item: ItemName): Call {
  const { list }: ItemResource = items[item];
  const { readModel, isForOperators }: ListResource = lists[list];
  const hasPast = isPastItem(item);
  return {
    ...query,
    path: `${BASE}${list}/:name`,
    id: `query${camel(item)}Item`,
    summary: `See one of ${list.replaceAll('-', ' ')}, with what belongs to it`,
    ...(isForOperators && { description: 'For operators.' }),
    parameters: [
      ...namedBy(item),
      ...(hasPast ? [asOfParameter] : []),
      ...(readModel ? waiting : []),
      ifNoneMatch,
    ],
    answers: [
      {
        status: 200,
        description: 'As the log tells it.',
        headers: headersOf(list),
        content: {
          mediaType: JSON_TYPE,
          schema: ref(`${rowName(list)}Details`),
          examples: { item: itemExample(item) },
        },
      },
      { ...unchanged, headers: headersOf(list) },
    ],
    errors: itemErrors(item),
  };
}

function explainCall(item: PastItem): Call {
  const { list }: ItemResource = items[item];
  return {
    ...query,
    path: `${BASE}${list}/:name/explain`,
    id: `query${camel(item)}Explain`,
    summary: `See the events that one of ${list.replaceAll('-', ' ')} follows from`,
    description:
      'The row is folded anew from the event history, by the code of today; that is the row as it is, once both have come as far.',
    parameters: [...namedBy(item), asOfParameter, ...waiting, ifNoneMatch],
    answers: [
      {
        status: 200,
        description: 'The row, and the events.',
        headers: headersOf(list),
        content: { mediaType: JSON_TYPE, ...explanation(ref(`${rowName(list)}Details`), itemExample(item)) },
      },
      { ...unchanged, headers: headersOf(list) },
    ],
    errors: itemErrors(item),
  };
}

const itemExample = (item: ItemName) => ({
  ...rowExample(itemViews[item]),
  ...Object.fromEntries(related[item].map(([name, view]) => [name, [rowExample(view)]])),
});

function itemErrors(item: ItemName): readonly ErrorAnswer[] {
  const [first] = Object.keys(items[item].narrowedBy);
  const { readModel }: ListResource = lists[items[item].list];
  return [
    ...errorsOf(first ?? 'wait_for'),
    ...(readModel ? [NOT_YET, { code: 'not_found_yet' as const }] : []),
    ...(isPastItem(item) ? [{ code: 'history_too_long' as const }] : []),
  ];
}

/** Its name in the path, and what tells it from others of that name. */
function namedBy(item: ItemName): readonly Parameter[] {
  const { field, narrowedBy }: ItemResource = items[item];
  const narrowing = Object.entries(narrowedBy).map(
    ([name, otherwise]): Parameter => ({
      name,
      in: 'query',
      description:
        otherwise === undefined ? 'Which is meant, where several are called so.' : `\`${name}\` of it.`,
      schema: {
        type: 'string',
        minLength: 1,
        maxLength: TEXT_LENGTH_MAX,
        ...(otherwise !== undefined && { default: otherwise }),
      },
    }),
  );
  return [nameOf('name', field), ...narrowing];
}

const nameOf = (name: string, field: string): Parameter =>
  nameInPath(`Its \`${field}\`, percent-encoded.`, name);

const waiting: readonly Parameter[] = [
  {
    name: 'wait_for',
    in: 'query',
    description: 'A `Headrace-Position`: what it tells of is in the answer, or there is none.',
    schema: { type: 'string', minLength: 1 },
  },
  {
    name: 'wait_seconds',
    in: 'query',
    description: 'How long to wait for it.',
    schema: { type: 'integer', minimum: 0, maximum: 30, default: 5 },
  },
];

const NOT_YET = { code: 'not_yet_projected' } as const;

function errorsOf(parameter: string): readonly ErrorAnswer[] {
  const invalid: FieldFaults = {
    invalid_parameter: says('The value is not one of those allowed.', parameter),
  };
  const repeated = says('The query parameter is given more than once.', parameter);
  return [
    {
      code: 'unknown_parameter',
      fields: { unknown_parameter: unknown, repeated_parameter: repeated, ...invalid },
    },
    { code: 'failed_validation', fields: invalid },
  ];
}
