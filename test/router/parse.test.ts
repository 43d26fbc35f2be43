import { describe, expect, it } from 'vitest';
import { compileRoutes, parseRoute, type RouteFault } from '../../src/router/index.js';
import { catalogue } from './support.js';

const GOOD = {
  description: 'A test.',
  enabled: true,
  match: { types: ['agreement.*'] },
  to: { topic: 'crm.agreements' },
};
const WEBHOOK = { webhook: 'https://crm.example/events', secret: 'CRM' };

/** Faults of a route file, as lines: of its form, or else against the catalogue. */
function faultsOf(content: object, name = 'crm'): string[] {
  const route = parseRoute({ file: `routes/${name}.json`, name, json: { value: content } });
  const faults = 'match' in route ? compileRoutes(catalogue, [route]) : route;
  const list: readonly RouteFault[] = 'plansOf' in faults ? [] : faults;
  return list.map(({ path, detail }) => `${path}: ${detail}`);
}

const where = (condition: object) => ({ ...GOOD, match: { types: ['agreement.revoked'], where: condition } });

describe('a route file', () => {
  it.each([
    ['a topic', GOOD],
    ['a topic for each domain', { ...GOOD, to: { topic: 'crm.{domain}' } }],
    ['a webhook', { ...GOOD, to: { ...WEBHOOK, timeoutSeconds: 5, concurrency: 1, giveUpAfterHours: 0.5 } }],
    ['everything', { ...GOOD, as: 'current', key: 'data.agreement_id', from: 'beginning' }],
    ['a version', { ...GOOD, match: { types: ['agreement.revoked'], versions: ['v1'] }, as: 'v2' }],
    ['text in order', where({ field: 'envelope.time', gte: '2026-01-01' })],
    ['a combination', where({ any: [{ not: { field: 'data.account_number', in: ['A', 'B'] } }] })],
  ])('given %s, then it has no fault', (_, content) => {
    expect(faultsOf(content)).toEqual([]);
  });

  it.each<[object, ...string[]]>([
    [{ ...GOOD, colour: 'red' }, 'colour: is unknown here'],
    [
      { to: GOOD.to, match: {} },
      'description: must be given',
      'enabled: must be given',
      'match.types: must be given',
    ],
    [{ ...GOOD, match: { types: [] } }, 'match.types: must NOT have fewer than 1 items'],
    [{ ...GOOD, from: 'yesterday' }, 'from: must be one of now, beginning'],
    [{ ...GOOD, to: {} }, 'to: must have either topic or webhook'],
    [{ ...GOOD, to: { topic: 'a', ...WEBHOOK } }, 'to: must have either topic or webhook'],
    [{ ...GOOD, to: { topic: 'a', secret: 'CRM' } }, 'to.secret: belongs to a webhook, not to a topic'],
    [{ ...GOOD, to: { topic: 'a b' } }, 'to.topic: must be a name that Kafka takes: '],
    [{ ...GOOD, to: { topic: '..' } }, 'to.topic: must be a name that Kafka takes: '],
    [
      { ...GOOD, to: { topic: 'headrace.events' } },
      'to.topic: headrace.events is private: no route may write it',
    ],
    [{ ...GOOD, to: { topic: '__consumer_offsets' } }, 'to.topic: __consumer_offsets is private: '],
    [
      { ...GOOD, to: { webhook: WEBHOOK.webhook } },
      'to.secret: must name the secret that signs the requests',
    ],
    [
      { ...GOOD, to: { ...WEBHOOK, webhook: 'ftp://a' } },
      'to.webhook: must be an address that begins with https://',
    ],
    [
      { ...GOOD, to: { ...WEBHOOK, webhook: 'https://a:b@c' } },
      'to.webhook: must hold no user and no password',
    ],
    [{ ...GOOD, match: { types: ['agreements.*'] } }, 'match.types.0: agreements.* matches no event type'],
    [
      { ...GOOD, match: { types: ['import.accepted'] } },
      'match.types.0: import.accepted matches no event type',
    ],
    [
      { ...GOOD, match: { types: ['agreement.*'], except: ['agreement.**'] } },
      'match.except: leaves no event type',
    ],
    [
      { ...GOOD, match: { ...GOOD.match, versions: ['v9'] } },
      'match.versions.0: none of the matched types has a version v9',
    ],
    [{ ...GOOD, as: 'v9' }, 'as: must be as-sent, current, or a version that one of the matched types has'],
    [{ ...GOOD, key: 'data.nothing' }, 'key: none of the matched types has a field nothing'],
    [{ ...GOOD, key: 'nothing' }, 'key: must begin with envelope. or data.'],
    [where({}), 'match.where: must have exactly one of equals, in, '],
    [where({ field: 'data.agreement_id', gt: 1, lt: 2 }), 'match.where: must have exactly one of '],
    [where({ equals: 1 }), 'match.where.field: must be given'],
    [where({ field: 'data.agreement_id', not: {} }), 'match.where.field: does not go with not'],
    [
      where({ field: 'data.agreement_id.x', exists: true }),
      'match.where.field: none of the matched types has a field',
    ],
    [
      where({ field: 'envelope.colour', exists: true }),
      'match.where.field: the envelope has no colour; it has id, ',
    ],
    [
      where({ field: 'data.agreement_id', equals: '1' }),
      'match.where: data.agreement_id is of kind long, which "1" is not',
    ],
    [
      where({ all: [{ field: 'data.account_number', gt: 1 }] }),
      'match.where.all.0: data.account_number is of kind string, which 1 is not',
    ],
    [where({ field: 'data.agreement_id', exists: 'yes' }), 'match.where.exists: must be boolean'],
  ])('given %j, then every fault is told', (content, ...expected) => {
    const faults = faultsOf(content);
    expect(faults).toEqual(expected.map((start) => expect.stringContaining(start)));
  });

  it('given arrays and objects, then only whether they exist can be asked, and no key is made of them', () => {
    const match = { types: ['account_user.created'], where: { field: 'data.linked_accounts', equals: 'a' } };
    expect(faultsOf({ ...GOOD, match, key: 'data.linked_accounts' }).join()).toMatch(
      /of which only exists can be asked.*of which no key can be made/,
    );
  });

  it('given text that is no JSON, or a bad name, then it says so', () => {
    const route = parseRoute({
      file: 'routes/My Route.json',
      name: 'My Route',
      json: { fault: 'Unexpected token' },
    });
    expect(JSON.stringify(route)).toMatch(/must be small letters.*Unexpected token/);
  });

  it('given two routes to one topic, then it says which', () => {
    const [one, two] = ['one', 'two'].map((name) => {
      const route = parseRoute({ file: `routes/${name}.json`, name, json: { value: GOOD } });
      if (!('match' in route)) throw new Error('a fault');
      return route;
    });
    if (!one || !two) throw new Error('no routes');
    expect(compileRoutes(catalogue, [one, two])).toEqual([
      {
        file: 'routes/two.json',
        path: 'to.topic',
        detail: 'crm.agreements is written by routes/one.json: a topic has one route',
      },
    ]);
    expect(compileRoutes(catalogue, [one, { ...two, enabled: false }])).toHaveProperty('plansOf');
  });
});
