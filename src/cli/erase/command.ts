import { Command } from 'commander';
import { type Erasure, eraseAccount } from '../../adapters/postgres/erase.js';
import { type ConfirmFlags, confirm, withConfirmation } from '../confirm.js';
import { examples } from '../examples.js';
import { type HouseFlags, withDatabase, withHouseFlags } from '../house.js';

interface EraseFlags extends HouseFlags, ConfirmFlags {
  readonly dryRun?: boolean;
  readonly json?: true;
}

/** `headrace erase account …`: what can be deleted of a person, and what remains: docs/personal-data.md. */
export function eraseCommand(): Command {
  const erase = new Command('erase').description('delete what is kept of a person');
  const account = withConfirmation(withHouseFlags(erase.command('account')))
    .description('delete the stored payloads of an account, and tell what the log keeps of it')
    .argument('<number>', 'number of the account')
    .option('--dry-run', 'tell what would be deleted, and delete nothing')
    .option('--json', 'one JSON document')
    .action(async (accountNumber: string, { dryRun = false, json, yes, ...flags }: EraseFlags) => {
      if (!dryRun)
        await confirm(`Stored payloads of ${accountNumber} are deleted for ever`, { ...(yes && { yes }) });
      await withDatabase(flags, async (database) => {
        const erasure = await eraseAccount(database.pool('cli'), accountNumber, dryRun);
        console.log(
          json ? JSON.stringify({ dry_run: dryRun, ...erasure }, undefined, 2) : describe(erasure, dryRun),
        );
        if (erasure.unfinished > 0) process.exitCode = 1;
      });
    });
  examples(account, 'headrace erase account A-1B2C3D4E --dry-run');
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
