import { Command } from 'commander';
import { type ConfirmFlags, confirm, withConfirmation } from '../confirm.js';
import { examples } from '../examples.js';
import { type HouseFlags, withHouseFlags } from '../house.js';
import { tableText } from '../print.js';
import { whole } from '../whole.js';
import { discardDead, listDead, redriveDead, type ShownLetter } from './dead.js';

interface DeadOptions extends HouseFlags {
  readonly route?: string;
  readonly id?: readonly number[];
  readonly limit: number;
  readonly json?: true;
}

/** `routes dead`: what was given up, and what is to become of it. */
export function deadCommand(): Command {
  const dead = new Command('dead').description('dead letters: events that were given up');
  const chosen = (command: Command) =>
    withHouseFlags(command)
      .option('--id <ids>', 'only these, separated by commas', ids)
      .option('--limit <number>', 'at most so many, oldest first', whole(1, 1_000_000), 1_000)
      .option('--json', 'one JSON document; of list, with the events');

  const list = chosen(dead.command('list'))
    .description('show them')
    .option('--route <name>', 'only those of this route')
    .action(async (options: DeadOptions) => {
      const letters = await listDead(options, filterOf(options));
      console.log(options.json ? JSON.stringify(letters, undefined, 2) : tableOf(letters));
    });
  examples(list, 'headrace routes dead list --route crm --json');

  const redrive = chosen(dead.command('redrive'))
    .description('send them again, before what waits of their key')
    .requiredOption('--route <name>', 'those of this route')
    .action(async (options: DeadOptions & { route: string }) => {
      const count = await redriveDead(options, { ...filterOf(options), route: options.route });
      console.log(options.json ? JSON.stringify({ redriven: count }) : `${count} are in the queue again`);
    });
  examples(redrive, 'headrace routes dead redrive --route crm');

  const discard = withConfirmation(chosen(dead.command('discard')))
    .description('remove them for ever')
    .requiredOption('--route <name>', 'those of this route')
    .action(async (options: DeadOptions & ConfirmFlags) => {
      await confirm(`Dead letters of ${options.route} are removed for ever`, options);
      const count = await discardDead(options, filterOf(options));
      console.log(options.json ? JSON.stringify({ discarded: count }) : `${count} are removed`);
    });
  examples(discard, 'headrace routes dead discard --route crm --id 17,18');

  return dead;
}

const filterOf = ({ route, id, limit }: DeadOptions) => ({ route, ids: id, limit });

const id = whole(1, Number.MAX_SAFE_INTEGER);
const ids = (text: string): readonly number[] => text.split(',').map(id);

function tableOf(letters: readonly ShownLetter[]): string {
  if (letters.length === 0) return 'There are no dead letters.';
  return tableText(
    ['id', 'route', 'origin', 'key', 'type', 'tried', 'since', 'reason', 'detail'],
    letters.map(({ id, route, origin, key, event, attempts, dead_at, reason, detail }) => [
      ...[id, route, origin, key, event.type, attempts, dead_at.slice(0, 19), reason, detail ?? ''],
    ]),
  );
}
