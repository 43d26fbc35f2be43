#!/usr/bin/env node
import { Command } from 'commander';
import { createIntakeStore } from '../adapters/postgres/intake.js';
import { ConfigError } from '../config.js';
import { startHeadrace } from '../main.js';
import { OperationRefused } from '../projector/index.js';
import { createOperatorKey } from '../start/operator-key.js';
import { runProcess } from '../start/run-process.js';
import { eraseCommand } from './erase/command.js';
import { type HouseFlags, withDatabase, withHouseFlags } from './house.js';
import { inboundCommand } from './inbound/command.js';
import { parkedCommand } from './parked/command.js';
import { projectionsCommand } from './projections/command.js';
import { routesCommand } from './routes/command.js';
import { schemasCommand } from './schemas/command.js';
import { InputError } from './schemas/input-error.js';

const program = new Command('headrace').description(
  'Imports accounts, and keeps read models of what became of them.',
);

program
  .command('start')
  .description('start the service; its settings are flags or environment variables (start --help lists them)')
  .helpOption(false)
  .allowUnknownOption()
  .argument('[settings...]')
  .action((_settings, _options, command: Command) => runProcess(command.args, startHeadrace));

const keys = program.command('keys').description('API keys');
withHouseFlags(
  keys
    .command('create')
    .description(
      "make an operator's API key; it is shown once. Works beside a running service, and without one",
    )
    .requiredOption('--operate', 'the key may do what the operator does')
    .option('--label <text>', 'what the key is for', 'operator'),
).action(({ label, ...flags }: HouseFlags & { label: string }) =>
  withDatabase(flags, async (database) => {
    const store = createIntakeStore(database.pool('cli'), database.journal);
    console.log(await createOperatorKey(store, label));
  }),
);

program.addCommand(schemasCommand());
program.addCommand(inboundCommand());
program.addCommand(routesCommand());
program.addCommand(projectionsCommand());
program.addCommand(parkedCommand());
program.addCommand(eraseCommand());

try {
  await program.parseAsync();
} catch (error) {
  const forPeople = [ConfigError, InputError, OperationRefused].some((kind) => error instanceof kind);
  console.error(forPeople && error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
