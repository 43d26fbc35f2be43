import { Command } from 'commander';
import { examples } from '../examples.js';
import { withHouseFlags } from '../house.js';
import { TIMES } from '../places.js';
import { whole } from '../whole.js';
import { tail } from './tail.js';

const collect = (text: string, before: readonly string[] = []) => [...before, text];

/** `headrace events …`: the log, for people. */
export function eventsCommand(): Command {
  const events = new Command('events').description('the log of events');
  const command = withHouseFlags(events.command('tail'))
    .description('print events as they come, decoded, one a line; personal data are masked')
    .option('--type <glob>', 'only these types, e.g. account.* or data_import.**; may be repeated', collect)
    .option('--account <number>', 'only what is about this account')
    .option('--key <key>', 'only this partition key')
    .option('--organisation <name>', 'only those of this organisation')
    .option('--since <time>', `begin there: ${TIMES}`)
    .option('--from <positions>', 'begin behind these positions, as 0:17,3:4, or at the beginning')
    .option('--no-follow', 'end where the log ends now')
    .option('--limit <number>', 'end after so many', whole(1, Number.MAX_SAFE_INTEGER))
    .option('--as-sent', 'as they were written, rather than upcast to the current form of their type')
    .option('--show-personal-data', 'mask nothing')
    .option('--json', 'a JSON document a line')
    .action(tail);
  examples(
    command,
    "headrace events tail --type 'data_import.**'",
    'headrace events tail --account A-1234 --from beginning --no-follow',
    'headrace events tail --since 10m --json | jq -r .envelope.type | sort | uniq -c',
  );
  return events;
}
