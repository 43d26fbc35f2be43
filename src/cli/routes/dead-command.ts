import { Command, InvalidArgumentError } from 'commander';
import { type HouseFlags, withHouseFlags } from '../house.js';
import { discardDead, listDead, redriveDead } from './dead.js';
import { told } from './with-house.js';

interface DeadOptions extends HouseFlags {
  readonly route?: string;
  readonly id?: readonly number[];
  readonly limit: number;
}

/** `routes dead`: what was given up, and what is to become of it. */
export function deadCommand(): Command {
  const dead = new Command('dead').description('dead letters: events that were given up');
  const chosen = (command: Command) =>
    withHouseFlags(command)
      .option('--id <ids>', 'only these, separated by commas', ids)
      .option('--limit <number>', 'at most so many, oldest first', whole, 1_000);

  chosen(dead.command('list'))
    .description('show them, as JSON lines')
    .option('--route <name>', 'only those of this route')
    .action((options: DeadOptions) =>
      told(async () => {
        for (const letter of await listDead(options, filterOf(options))) console.log(JSON.stringify(letter));
      }),
    );

  chosen(dead.command('redrive'))
    .description('send them again, before what waits of their key')
    .requiredOption('--route <name>', 'those of this route')
    .action((options: DeadOptions & { route: string }) =>
      told(async () => {
        const count = await redriveDead(options, { ...filterOf(options), route: options.route });
        console.log(`${count} are in the queue again`);
      }),
    );

  chosen(dead.command('discard'))
    .description('remove them for ever')
    .requiredOption('--route <name>', 'those of this route')
    .action((options: DeadOptions) =>
      told(async () => console.log(`${await discardDead(options, filterOf(options))} are removed`)),
    );

  return dead;
}

const filterOf = ({ route, id, limit }: DeadOptions) => ({ route, ids: id, limit });

const whole = (text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
};

const ids = (text: string): readonly number[] => text.split(',').map(whole);
