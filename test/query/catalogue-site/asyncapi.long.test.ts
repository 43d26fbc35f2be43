import { AvroSchemaParser } from '@asyncapi/avro-schema-parser';
import { Parser } from '@asyncapi/parser';
import { expect, it } from 'vitest';
import { servePages } from './pages.js';

// A second of its own, but its imports take ten.
it('given the committed routes, then the reference parser finds no fault in the AsyncAPI document', async () => {
  const server = await servePages();
  const { body } = await server.inject('/catalogue/asyncapi.json');
  await server.close();
  const parser = new Parser();
  parser.registerSchemaParser(AvroSchemaParser());
  const { document, diagnostics } = await parser.parse(body);
  expect(diagnostics.filter(({ severity }) => severity === 0)).toEqual([]);
  expect(document?.version()).toBe('3.0.0');
  expect(document?.channels().length).toBe(Object.keys(JSON.parse(body).channels).length);
  const [message] = document?.channels().get('headrace.agreement')?.messages().all() ?? [];
  expect(message?.headers()?.json()).toMatchObject({ required: expect.arrayContaining(['ce_id']) });

  const broken = await parser.parse(body.replace('"action":"send"', '"action":"shout"'));
  expect(broken.diagnostics.some(({ severity }) => severity === 0)).toBe(true);
});
