import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { historyOf } from '../query/history.js';
import { told } from '../support/projection-spec.js';
import { ReadModelFixture } from '../support/read-models.js';
import { describeAnalytics } from './dictionary.js';

const docs = (file: string) => fileURLToPath(new URL(`../../docs/${file}`, import.meta.url));

/** Each example of docs/analysts.md: a heading, what is asked, and the table that it says comes out. */
const examples = [
  ...readFileSync(docs('analysts.md'), 'utf8').matchAll(
    /^### (.+)$[\s\S]*?^```sql\n([\s\S]*?)^```\n+((?:^\|.*\n)+)/gm,
  ),
].map(([, title = '', sql = '', result = '']) => ({ title, sql, result }));

const acme = historyOf('acme');
const known = { organisation: 'acme', importSupplier: 'orchard', source: 'headrace/importer' };

/** What the examples are about: three accounts that came in, three that did not, one waiting. */
const history = [
  acme.created(),
  ...[1, 2, 3].flatMap((n) => [
    acme.accepted(`a-${n}`),
    acme.complete(`a-${n}`, `A-${n}`, 1 + 2 * n),
    ...acme.account(`A-${n}`, n),
  ]),
  ...[4, 5].flatMap((n) => [
    acme.accepted(`a-${n}`),
    ...acme.failed(`a-${n}`, 'account_number_unavailable', 'account.number'),
  ]),
  acme.accepted('a-6'),
  ...acme.failed('a-6', 'document_not_found', 'documents.0.path'),
  acme.accepted('a-7'),
  acme.refused('a-8', 'required', 'customers.0.email'),
  told('agreement.terminated', 'v2', 90, { agreement_id: 2, account_number: 'A-2' }, known),
];

describe('what is written for analysts', () => {
  let fixture: ReadModelFixture;
  beforeAll(async () => {
    fixture = await ReadModelFixture.make();
    await fixture.tell(...history);
  });
  afterAll(() => fixture.database.drop());

  it('given docs/data-dictionary.md, then it is what the database says (npm run dictionary writes it anew)', async () => {
    const text = await describeAnalytics(fixture.database.pool);
    expect(text).not.toContain('null |');
    await expect(text).toMatchFileSnapshot(docs('data-dictionary.md'));
  });

  it('given docs/analysts.md, then it has three worked examples', () => {
    expect(examples).toHaveLength(3);
  });

  it.each(examples)(
    'given the example "$title", when it is run as an analyst, then it says what is written',
    async ({ sql, result }) => {
      const client = await fixture.database.pool.connect();
      try {
        await client.query('BEGIN; SET LOCAL ROLE headrace_analyst');
        const { rows, fields } = await client.query<Record<string, unknown>>(sql);
        const names = fields.map(({ name }) => name);
        const cells = [names, ...rows.map((row) => names.map((name) => String(row[name])))];
        const [head = [], , ...body] = result.trim().split('\n').map(cellsOf);
        expect([head, ...body]).toEqual(cells);
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
    },
  );
});

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
