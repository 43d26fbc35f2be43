import { type Catalogue, loadCatalogue } from '../../catalogue/index.js';
import { type EventToAppend, newEventId } from '../../event/index.js';
import { compileRoutes, parseRoute, RouteError, type RouteTable } from '../../router/index.js';

export const catalogue: Catalogue = await loadCatalogue();

const TYPE = 'agreement.revoked';
const ACCOUNTS = 500;

/**
 * Routes whose topics take the ways there are: as the log has it; under a key of its own, so that each partition of the
 * log goes to every partition of the topic; and a few events only, so that a topic is far behind the log.
 */
const ROUTES = {
  all: {},
  keyed: { as: 'current', key: 'data.agreement_id' },
  few: { where: { field: 'data.account_number', in: ['A-7', 'A-77', 'A-177'] } },
};

/** @param prefix what the names of the topics begin with */
export function checkTable(prefix: string): RouteTable {
  const routes = Object.entries(ROUTES).flatMap(([name, { where, ...rest }]: [string, Variant]) => {
    const value = {
      description: 'A route of a check.',
      enabled: true,
      match: { types: [TYPE], ...(where && { where }) },
      to: { topic: `${prefix}.${name}` },
      from: 'beginning',
      ...rest,
    };
    const route = parseRoute({ file: name, name, json: { value } });
    if (!('match' in route)) throw new RouteError(route);
    return [route];
  });
  const table = compileRoutes(catalogue, routes);
  if (!('plansOf' in table)) throw new RouteError(table);
  return table;
}

interface Variant {
  readonly where?: object;
  readonly as?: string;
  readonly key?: string;
}

export function checkEvent(n: number): EventToAppend {
  const data = { agreement_id: n, account_number: `A-${n % ACCOUNTS}` };
  return {
    payload: catalogue.encodeUnknown(TYPE, 'v2', data),
    envelope: {
      id: newEventId(),
      source: 'headrace/check',
      type: TYPE,
      version: 'v2',
      time: new Date().toISOString(),
      subject: null,
      key: data.account_number,
      importSupplier: null,
      organisation: null,
      causationId: null,
      correlationId: null,
      traceparent: null,
    },
  };
}
