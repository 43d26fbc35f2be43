import { Command } from 'commander';
import { startHeadrace } from '../main.js';
import { runProcess } from '../start/run-process.js';
import { completionCommand } from './completion/command.js';
import { doctorCommand } from './doctor/command.js';
import { eraseCommand } from './erase/command.js';
import { eventsCommand } from './events/command.js';
import { examples } from './examples.js';
import { importsCommand } from './imports/command.js';
import { inboundCommand } from './inbound/command.js';
import { importSuppliersCommand } from './operator/import-suppliers.js';
import { keysCommand } from './operator/keys.js';
import { organisationsCommand } from './operator/organisations.js';
import { parkedCommand } from './parked/command.js';
import { projectionsCommand } from './projections/command.js';
import { routesCommand } from './routes/command.js';
import { schemasCommand } from './schemas/command.js';

/** All commands: a new tree each time, because a parsed one keeps what it was given. */
export function createProgram(): Command {
  const program = new Command('headrace').description(
    'Imports accounts, and keeps read models of what became of them.',
  );
  const start = program
    .command('start')
    .description(
      'start the service; its settings are flags or environment variables (start --help lists them)',
    )
    .helpOption(false)
    .allowUnknownOption()
    .argument('[settings...]')
    .action((_settings, _options, command: Command) => runProcess(command.args, startHeadrace));
  examples(start, 'headrace start --port 8080', 'headrace start --roles intake,query');
  for (const command of [
    doctorCommand(),
    eventsCommand(),
    keysCommand(),
    organisationsCommand(),
    importSuppliersCommand(),
    importsCommand(),
    schemasCommand(),
    inboundCommand(),
    routesCommand(),
    projectionsCommand(),
    parkedCommand(),
    eraseCommand(),
    completionCommand(),
  ]) {
    program.addCommand(command);
  }
  for (const command of allCommands(program)) command.showHelpAfterError('(--help tells what there is)');
  return program;
}

/** A command and all below it. */
export function allCommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(allCommands)];
}
