#!/usr/bin/env node
import { Command } from 'commander';
import { pino } from 'pino';
import { createIntakeStore } from '../adapters/postgres/intake.js';
import { type Config, ConfigError, readConfig } from '../config.js';
import { startHeadrace } from '../main.js';
import { type Database, openDatabase } from '../start/database.js';
import { Lifecycle } from '../start/lifecycle.js';
import { createOperatorKey } from '../start/operator-key.js';
import { runProcess } from '../start/run-process.js';
import { eraseCommand } from './erase/command.js';
import { findDatabase } from './find-database.js';
import { inboundCommand } from './inbound/command.js';
import { routesCommand } from './routes/command.js';
import { schemasCommand } from './schemas/command.js';

const logger = pino({ level: 'warn' }, process.stderr);
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

program
  .command('keys')
  .description('API keys')
  .command('create')
  .description(
    "make an operator's API key; it is shown once. Works beside a running service, and without one",
  )
  .requiredOption('--operate', 'the key may do what the operator does')
  .option('--label <text>', 'what the key is for', 'operator')
  .option('--data <folder>', 'folder of the embedded PostgreSQL')
  .option('--database-url <url>', 'PostgreSQL to use instead of the embedded one')
  .action(async ({ label, data, databaseUrl }: { label: string; data?: string; databaseUrl?: string }) => {
    const flags = [
      ...(data ? ['--data', data] : []),
      ...(databaseUrl ? ['--database-url', databaseUrl] : []),
    ];
    console.log(await makeOperatorKey(readConfig(flags), label));
  });

program.addCommand(schemasCommand());
program.addCommand(inboundCommand((flags, work) => withDatabase(readConfig(flags), work)));
program.addCommand(routesCommand());
program.addCommand(eraseCommand((flags, work) => withDatabase(readConfig(flags), work)));

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}

function makeOperatorKey(config: Config, label: string): Promise<string> {
  return withDatabase(config, (database) =>
    createOperatorKey(createIntakeStore(database.pool('cli'), database.journal), label),
  );
}

/** Works on the database of `config`, beside a running service or without one. */
async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const lifecycle = new Lifecycle(logger);
  try {
    return await work(await openDatabase(await findDatabase(config, logger), logger, lifecycle));
  } finally {
    await lifecycle.stop();
  }
}
