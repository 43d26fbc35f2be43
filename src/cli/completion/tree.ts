import type { Command } from 'commander';

/** A word that can come next. */
export interface Word {
  readonly text: string;
  readonly description: string;
}

export interface OptionWord extends Word {
  /** Whether another word follows, its value. */
  readonly takesValue: boolean;
}

/** What can follow a command. */
export interface Place {
  /** The words that lead here, each with a space before it: ` events tail`; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly Word[];
  readonly options: readonly OptionWord[];
  /** Known values of its arguments. */
  readonly values: readonly string[];
}

export interface Known {
  /** Values of arguments, by the argument's name. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Options that a command reads by itself, by its path. */
  readonly options: ReadonlyMap<string, readonly OptionWord[]>;
}

/** The places of a tree of commands, the program's first. */
export function placesOf(command: Command, known: Known, path = ''): readonly Place[] {
  const options = command.createHelp().visibleOptions(command);
  const here: Place = {
    path,
    commands: command.commands.map((each) => ({ text: each.name(), description: each.description() })),
    options: [
      ...options.flatMap(({ long, description, required, optional }) =>
        long ? [{ text: long, description, takesValue: required || optional }] : [],
      ),
      ...(known.options.get(path) ?? []),
    ],
    values: command.registeredArguments.flatMap((argument) => known.values.get(argument.name()) ?? []),
  };
  return [here, ...command.commands.flatMap((each) => placesOf(each, known, `${path} ${each.name()}`))];
}

/** Every word that may be typed at a place. */
export function wordsAt({ commands, options, values }: Place): readonly Word[] {
  return [...commands, ...values.map((text) => ({ text, description: '' })), ...options];
}
