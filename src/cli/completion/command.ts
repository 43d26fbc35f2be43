import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { Argument, Command } from 'commander';
import { readConfig, settingFlags } from '../../config.js';
import { projectionsFolder } from '../../start/house.js';
import { examples } from '../examples.js';
import { bashScript, fishScript, zshScript } from './shells.js';
import { type Known, placesOf } from './tree.js';

const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** `headrace completion`: a script for a shell, made of the commands there are. */
export function completionCommand(): Command {
  const completion = new Command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'which one').choices(Object.keys(SHELLS)))
    .action(async (shell: keyof typeof SHELLS) => {
      const places = placesOf(rootOf(completion), await known());
      process.stdout.write(SHELLS[shell](places));
    });
  return examples(
    completion,
    'eval "$(headrace completion bash)"                  # in ~/.bashrc',
    'eval "$(headrace completion zsh)"                   # in ~/.zshrc, after compinit',
    'headrace completion fish > ~/.config/fish/completions/headrace.fish',
  );
}

function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command;
}

async function known(): Promise<Known> {
  const folders = await readdir(projectionsFolder, { withFileTypes: true });
  const files = await readdir(readConfig().routesFolder).catch(() => []);
  return {
    values: new Map([
      ['projection', folders.filter((entry) => entry.isDirectory()).map(({ name }) => name)],
      ['route', files.filter((name) => name.endsWith('.json')).map((name) => basename(name, '.json'))],
      ['shell', Object.keys(SHELLS)],
    ]),
    options: new Map([
      [
        ' start',
        settingFlags().map(({ flag, description }) => ({ text: flag, description, takesValue: true })),
      ],
    ]),
  };
}
