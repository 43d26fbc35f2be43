import { Command } from 'commander';
import { createVersionStore } from '../../adapters/postgres/projection-versions.js';
import { withConfirmation } from '../confirm.js';
import { examples } from '../examples.js';
import { type HouseFlags, withDatabase, withHouseFlags } from '../house.js';
import { TIMES } from '../places.js';
import { whole } from '../whole.js';
import { statusTable, versionFigures } from './describe.js';
import { runPromote, runRetire, runRollback, runVerify } from './exchange.js';
import { preview } from './preview.js';
import { rebuild } from './rebuild.js';

const VERSION = whole(1, 1_000_000);

/** Exit codes: 0 as wished; 1 not so: versions differ, or what was asked for was refused. */
export function projectionsCommand(): Command {
  const projections = new Command('projections').description(
    'versions of read models: see how far they are, rebuild, compare, exchange',
  );
  const command = (usage: string, description: string) =>
    withHouseFlags(projections.command(usage).description(description)).option('--json', 'one JSON document');
  const exchanging = (usage: string, description: string) =>
    command(usage, description).option(
      '--wait <seconds>',
      'longest time to wait for versions to meet',
      whole(1, 86_400),
      60,
    );

  examples(
    command('status [projection]', 'how far each version is, what it has parked and who feeds it').action(
      status,
    ),
    'headrace projections status',
  );
  examples(
    withConfirmation(
      command(
        'rebuild <projection>',
        'fill the version that is checked out beside the live one, from the whole log',
      ),
    )
      .option('--again', 'drop what there is of it, and begin anew')
      .option('--follow', 'go on feeding it, until Ctrl-C')
      .action(rebuild),
    'headrace projections rebuild account-state --follow',
  );
  examples(
    exchanging('verify <projection>', 'compare a version with the live one, row by row, while both go on')
      .option('--version <number>', 'the one checked out, or the one shown before, unless given', VERSION)
      .action(runVerify),
    'headrace projections verify account-state',
  );
  examples(
    exchanging('promote <projection>', 'show another version to readers')
      .option('--version <number>', 'the one checked out unless given', VERSION)
      .action(runPromote),
    'headrace projections promote account-state',
  );
  examples(
    exchanging('rollback <projection>', 'show the version before again')
      .option('--stale', 'even if it has not applied all that the live one has')
      .action(runRollback),
    'headrace projections rollback account-state',
  );
  examples(
    withConfirmation(command('retire <projection>', 'drop a version that is not shown, with its tables'))
      .argument('<version>', 'number of the version', VERSION)
      .option('--even-fed', 'even if a process still feeds it')
      .action(runRetire),
    'headrace projections retire account-state 1',
  );

  examples(
    command(
      'preview [projection]',
      'run what is checked out over a slice of the log, aside, and tell what would differ from the live rows',
    )
      .option('--from <place>', `where the slice begins: ${TIMES}, or behind positions as 0:17,3:4`)
      .option('--to <place>', 'where it ends; where the log ends now unless given')
      .action(preview),
    'headrace projections preview account-state',
    'headrace projections preview --from 2h',
  );

  return projections;
}

function status(name: string | undefined, options: HouseFlags & { json?: true }): Promise<void> {
  return withDatabase(options, async (database) => {
    const store = createVersionStore(database.pool('cli'));
    const names = name === undefined ? await store.names() : [name];
    const versions = await Promise.all(
      names.map(async (each) => (await store.versions(each)).map((state) => versionFigures(each, state))),
    );
    console.log(options.json ? JSON.stringify(versions.flat(), undefined, 2) : statusTable(versions.flat()));
  });
}
