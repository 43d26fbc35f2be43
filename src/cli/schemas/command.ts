import { randomInt } from 'node:crypto';
import { Command } from 'commander';
import { loadCatalogue } from '../../catalogue/index.js';
import { examples } from '../examples.js';
import { whole } from '../whole.js';
import { checkSchemas } from './check.js';
import { reportLines } from './describe.js';
import { diffLines, diffSchemas } from './diff.js';
import { registerSchemas } from './register.js';
import { schemaSetOf } from './schema-set.js';
import { snapshotFile, writeSnapshot } from './snapshot.js';

/** Exit codes: 0 as wished, 1 not so, and 2 where a registry gives no answer, so that repeating may help. */
export function schemasCommand(): Command {
  const schemas = new Command('schemas').description('prove, compare and register the schemas of the events');
  const command = (usage: string, description: string) =>
    schemas.command(usage).description(description).option('--json', 'one JSON document');

  const check = command(
    'check',
    'prove that all versions can be read, and that changes since the snapshot are compatible',
  )
    .option(
      '--seed <number>',
      'seed of the random values; another one each time if not given',
      whole(0, 2 ** 32 - 1),
    )
    .option('--values <number>', 'random values of each version', whole(1, 100_000), 20)
    .action(async ({ json, seed, values }: { json?: true; seed?: number; values: number }) => {
      const report = await checkSchemas({ seed: seed ?? randomInt(2 ** 32), valuesEach: values });
      print(json ? asJson(report) : reportLines(report).join('\n'));
      if (!report.ok) process.exitCode = 1;
    });
  examples(check, 'headrace schemas check --seed 5 --values 100');

  const snapshot = command(
    'snapshot',
    'renew schemas/snapshot.json, which check compares with: the schemas are right as they are',
  ).action(async ({ json }: { json?: true }) => {
    const { types, shapes, ...set } = schemaSetOf(await loadCatalogue());
    await writeSnapshot({ types, shapes, ...set });
    const counts = { file: snapshotFile, types: types.size, shapes: shapes.size };
    print(json ? asJson(counts) : `${snapshotFile}: ${types.size} types and ${shapes.size} shapes`);
  });
  examples(snapshot, 'headrace schemas snapshot');

  const diff = command('diff', 'tell what differs, and which read models handle it')
    .argument('<before>', '<type>@<version>; or snapshot, tree, or a folder of schemas')
    .argument('<after>', 'the same')
    .action(async (before: string, after: string, { json }: { json?: true }) => {
      const report = await diffSchemas(before, after);
      print(json ? asJson(report) : diffLines(report).join('\n'));
    });
  examples(
    diff,
    'headrace schemas diff snapshot tree',
    'headrace schemas diff agreement.revoked@v1 agreement.revoked@v2',
  );

  const register = command('register', 'register all schemas; repeating it changes nothing')
    .option('--url <url>', 'address of the registry; else SCHEMA_REGISTRY_URL')
    .action(({ url, json }: { url?: string; json?: true }) => registerAll(url, json === true));
  examples(register, 'headrace schemas register --url http://127.0.0.1:8081');

  return schemas;
}

async function registerAll(url: string | undefined, isJson: boolean): Promise<void> {
  const result = await registerSchemas(url);
  if (isJson) print(asJson(result));
  if (result.outcome === 'registered') {
    if (!isJson) print(`schemas register: all ${result.schemas} schemas are registered at ${result.host}`);
    return;
  }
  const refused = result.outcome === 'refused';
  console.error(`schemas register: ${refused ? 'the registry refused' : 'no answer'}: ${result.message}`);
  process.exitCode = refused ? 1 : 2;
}

const print = (text: string): void => console.log(text);
const asJson = (value: unknown): string => JSON.stringify(value, undefined, 2);
