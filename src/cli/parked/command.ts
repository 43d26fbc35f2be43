import { Command } from 'commander';
import { withConfirmation } from '../confirm.js';
import { examples } from '../examples.js';
import { withHouseFlags } from '../house.js';
import { whole } from '../whole.js';
import { list, show } from './look.js';
import { cancel, progress, request } from './request.js';
import { place } from './selection.js';

/** A key that failed again so often is not tried with the others: see why first. */
const ATTEMPTS = 3;

const collect = (key: string, before: readonly string[] = []) => [...before, key];

/** Exit codes: 0 as wished; 1 where some failed again, or what was asked for was refused. */
export function parkedCommand(): Command {
  const parked = new Command('parked').description(
    'events that a read model could not apply: look at them, apply them again, give them up',
  );
  const command = (usage: string, description: string) =>
    withHouseFlags(parked.command(usage).description(description)).option('--json', 'one JSON document');
  const selecting = (usage: string, description: string, limit: number) =>
    command(usage, description)
      .option(
        '--version <number>',
        'version of the projection; the live one unless given',
        whole(1, 1_000_000),
      )
      .option('--key <key>', 'only this key; may be repeated', collect)
      .option('--event <partition:sequence>', 'only this event', place)
      .option('--type <event type>', 'only events of this type')
      .option('--reason <code>', 'only keys whose first event is parked for this reason')
      .option('--limit <keys>', 'most keys; those parked longest come first', whole(1, 1_000_000), limit);
  const requesting = (usage: string, description: string) =>
    selecting(usage, description, 1_000)
      .option('--plan', 'only tell what would be taken')
      .option('--dry-run', 'let the service try it, and undo it')
      .option('--no-wait', 'do not wait for the result');

  examples(
    selecting('list [projection]', 'one row a key, told by the event at fault', 50).action(list),
    'headrace parked list account-state --reason fold_failed',
  );
  examples(
    selecting(
      'show <projection>',
      'the events with their bytes, and what the code makes of them, as JSON',
      50,
    ).action(show),
    'headrace parked show account-state --key A-1234',
  );
  examples(
    requesting('redrive <projection>', "apply parked events again, with the running service's code")
      .option(
        '--attempts <number>',
        'leave out keys that failed again so often',
        whole(1, 1_000_000),
        ATTEMPTS,
      )
      .action((name, flags) => request('redrive', name, flags)),
    'headrace parked redrive account-state --dry-run',
    'headrace parked redrive account-state --limit 10',
  );
  examples(
    withConfirmation(
      requesting('discard <projection>', 'give parked events up: they never change this read model'),
    ).action((name, flags) => request('discard', name, flags)),
    'headrace parked discard account-state --event 3:17',
  );
  examples(
    command('progress', 'how far a request is')
      .argument('<request>', 'its number', whole(1, Number.MAX_SAFE_INTEGER))
      .action(progress),
    'headrace parked progress 12',
  );
  examples(
    command('cancel', 'leave undone what of a request is not begun')
      .argument('<request>', 'its number', whole(1, Number.MAX_SAFE_INTEGER))
      .action(cancel),
    'headrace parked cancel 12',
  );
  return parked;
}
