import { randomInt } from 'node:crypto';
import { Command } from 'commander';
import { CatalogueError, loadCatalogue } from '../../catalogue/index.js';
import { whole } from '../whole.js';
import { checkSchemas } from './check.js';
import { reportLines } from './describe.js';
import { diffLines, diffSchemas } from './diff.js';
import { InputError } from './input-error.js';
import { registerSchemas } from './register.js';
import { schemaSetOf } from './schema-set.js';
import { snapshotFile, writeSnapshot } from './snapshot.js';

/** Exit codes: 0 as wished, 1 not so, and 2 where a registry gives no answer, so that repeating may help. */
export function schemasCommand(): Command {
  const schemas = new Command('schemas').description('prove, compare and register the schemas of the events');

  schemas
    .command('check')
    .description('prove that all versions can be read, and that changes since the snapshot are compatible')
    .option('--json', 'one JSON document')
    .option(
      '--seed <number>',
      'seed of the random values; another one each time if not given',
      whole(0, 2 ** 32 - 1),
    )
    .option('--values <number>', 'random values of each version', whole(1, 100_000), 20)
    .action(async ({ json, seed, values }: { json?: true; seed?: number; values: number }) => {
      const report = await checkSchemas({ seed: seed ?? randomInt(2 ** 32), valuesEach: values });
      print(json ? JSON.stringify(report, undefined, 2) : reportLines(report).join('\n'));
      if (!report.ok) process.exitCode = 1;
    });

  schemas
    .command('snapshot')
    .description('renew schemas/snapshot.json, which check compares with: the schemas are right as they are')
    .action(() =>
      told(async () => {
        const set = schemaSetOf(await loadCatalogue());
        await writeSnapshot(set);
        print(`${snapshotFile}: ${set.types.size} types and ${set.shapes.size} shapes`);
      }),
    );

  schemas
    .command('diff')
    .description('tell what differs, and which read models handle it')
    .argument('<before>', '<type>@<version>; or snapshot, tree, or a folder of schemas')
    .argument('<after>', 'the same')
    .option('--json', 'one JSON document')
    .action((before: string, after: string, { json }: { json?: true }) =>
      told(async () => {
        const report = await diffSchemas(before, after);
        print(json ? JSON.stringify(report, undefined, 2) : diffLines(report).join('\n'));
      }),
    );

  schemas
    .command('register')
    .description('register all schemas; repeating it changes nothing')
    .option('--url <url>', 'address of the registry; else SCHEMA_REGISTRY_URL')
    .action(({ url }: { url?: string }) => told(() => register(url)));

  return schemas;
}

async function register(url: string | undefined): Promise<void> {
  const result = await registerSchemas(url);
  if (result.outcome === 'registered') {
    print(`schemas register: all ${result.schemas} schemas are registered at ${result.host}`);
    return;
  }
  const refused = result.outcome === 'refused';
  console.error(`schemas register: ${refused ? 'the registry refused' : 'no answer'}: ${result.message}`);
  process.exitCode = refused ? 1 : 2;
}

const print = (text: string): void => console.log(text);

/** A mistake of the caller or in a file is one line, not a stack. */
async function told(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof InputError || error instanceof CatalogueError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
