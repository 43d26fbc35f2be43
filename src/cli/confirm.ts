import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { InputError } from './input-error.js';

export interface ConfirmFlags {
  readonly yes?: true;
}

/** For commands that take something away for good. */
export function withConfirmation(command: Command): Command {
  return command.option('--yes', 'do not ask');
}

/**
 * Asks whether to go on, unless that was said before.
 *
 * @param what is about to happen, as a sentence without its end
 * @throws InputError where the answer is no, or nobody can be asked
 */
export async function confirm(what: string, { yes }: ConfirmFlags): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY) throw new InputError(`${what}: say so with --yes, as nobody can be asked here`);
  const dialogue = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await dialogue.question(`${what}. Go on? [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new InputError('nothing was done');
  } finally {
    dialogue.close();
  }
}
