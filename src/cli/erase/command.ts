import { Command } from 'commander';
import { type Erasure, eraseAccount } from '../../adapters/postgres/erase.js';
import type { Database } from '../../start/database.js';

interface Options {
  readonly dryRun?: boolean;
  readonly data?: string;
  readonly databaseUrl?: string;
}

/** Opens the database a command works on, and closes it when the work is done. */
export type WithDatabase = (
  flags: readonly string[],
  work: (database: Database) => Promise<void>,
) => Promise<void>;

/** `headrace erase account …`: what can be deleted of a person, and what remains: docs/personal-data.md. */
export function eraseCommand(withDatabase: WithDatabase): Command {
  const erase = new Command('erase').description('delete what is kept of a person');
  erase
    .command('account')
    .description('delete the stored payloads of an account, and tell what the log keeps of it')
    .argument('<number>', 'number of the account')
    .option('--dry-run', 'tell what would be deleted, and delete nothing')
    .option('--data <folder>', 'folder of the embedded PostgreSQL')
    .option('--database-url <url>', 'PostgreSQL to use instead of the embedded one')
    .action((accountNumber: string, { dryRun = false, data, databaseUrl }: Options) =>
      withDatabase(
        [...(data ? ['--data', data] : []), ...(databaseUrl ? ['--database-url', databaseUrl] : [])],
        async (database) => {
          const erasure = await eraseAccount(database.pool('cli'), accountNumber, dryRun);
          console.log(describe(erasure, dryRun));
          if (erasure.unfinished > 0) process.exitCode = 1;
        },
      ),
    );
  return erase;
}

function describe(erasure: Erasure, dryRun: boolean): string {
  const { payloads, taskInputs, unfinished, events, parked, deliveries } = erasure;
  const verb = dryRun ? 'would be deleted' : 'deleted';
  const told = events.reduce((sum, { count }) => sum + count, 0);
  return [
    `${verb}: ${payloads} stored payloads, ${taskInputs} inputs of post-import tasks`,
    ...(unfinished > 0
      ? [
          `not deleted: those of ${unfinished} processes and tasks that have not ended; come back when they have`,
        ]
      : []),
    `remains: ${told} events in the log, ${parked} parked by projections, ${deliveries} kept for webhooks`,
    ...events.map(({ type, count }) => `  ${count} ${type}`),
    'also read models, topics and whatever consumers made of them: docs/personal-data.md says what to do',
  ].join('\n');
}
