import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { createServer } from '../../src/adapters/http/index.js';
import { object, openApiDocument, ref, string } from '../../src/openapi/index.js';
import { member } from '../../src/openapi/json.js';

const thing = { method: 'get', path: '/v1/things/:thing' } as const;
const deprecations = [
  { ...thing, path: '/v1/things', since: '2026-02-01', sunset: '2026-08-01', link: '/docs/things' },
  { ...thing, parameter: 'colour', since: '2026-03-01' },
  { ...thing, field: 'size', since: '2026-01-01' },
];

const call = (path: string, id: string) => ({
  ...thing,
  path,
  id,
  group: 'Things',
  summary: 'See it',
  scope: null,
  parameters: [{ name: 'colour', in: 'query' as const, description: 'Its colour.', schema: {} }],
  answers: [
    {
      status: 200,
      description: 'It.',
      content: { mediaType: 'application/json', schema: ref('Thing'), examples: {} },
    },
  ],
});
const part = {
  schemas: { Thing: object({ size: string('How large.'), name: string('How called.') }) },
  calls: [call('/v1/things', 'things'), call('/v1/things/:thing', 'thing')],
};
const info = { title: 't', version: '1', description: '' };

describe('what is deprecated', () => {
  test('is marked in the document: calls, parameters and fields, and nothing else', () => {
    const { paths, components } = openApiDocument(info, [part], deprecations);
    const get = (path: string) => member(member(paths, path), 'get');
    expect(get('/v1/things')).toMatchObject({ deprecated: true });
    expect(get('/v1/things/{thing}')).not.toHaveProperty('deprecated');
    expect(get('/v1/things/{thing}')).toMatchObject({
      parameters: [{ name: 'colour', deprecated: true }, {}, {}],
    });
    expect(components.schemas['Thing']).toMatchObject({ properties: { size: { deprecated: true } } });
    expect(JSON.stringify(components.schemas['Thing']).match(/deprecated/g)).toHaveLength(1);
  });

  test('must be there', () => {
    const unknown = { ...thing, field: 'weight', since: '2026-01-01' };
    expect(() => openApiDocument(info, [part], [unknown])).toThrow('has no field weight');
  });

  test('is told in the headers of the answers that it concerns', async () => {
    const server = await createServer({
      logger: pino({ level: 'silent' }),
      plugins: [
        async (instance) => {
          instance.get('/v1/things', async () => []);
          instance.get('/v1/things/:thing', async () => ({}));
          instance.get('/v1/others', async () => []);
        },
      ],
      readiness: {},
      deprecations,
    });
    const headers = async (url: string) => (await server.inject(url)).headers;
    expect(await headers('/v1/things')).toMatchObject({
      deprecation: `@${Date.UTC(2026, 1, 1) / 1_000}`,
      sunset: 'Sat, 01 Aug 2026 00:00:00 GMT',
      link: '</docs/things>; rel="deprecation"',
    });
    expect(await headers('/v1/things/a')).toMatchObject({ deprecation: `@${Date.UTC(2026, 0, 1) / 1_000}` });
    expect(await headers('/v1/things/a?colour=red')).not.toHaveProperty('sunset');
    expect(await headers('/v1/others')).not.toHaveProperty('deprecation');
    await server.close();
  });
});
