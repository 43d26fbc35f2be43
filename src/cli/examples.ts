import type { Command } from 'commander';

/** Ends a command's page of help with how it is called. */
export function examples(command: Command, ...lines: readonly string[]): Command {
  const title = lines.length === 1 ? 'Example:' : 'Examples:';
  return command.addHelpText('after', `\n${title}\n${lines.map((line) => `  ${line}`).join('\n')}`);
}
