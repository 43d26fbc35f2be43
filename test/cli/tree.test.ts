import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { describe, expect, it, vi } from 'vitest';
import { createProgram } from '../../src/cli/program.js';
import { packageRoot } from '../../src/package-root.js';
import { testFolder } from '../support/folder.js';

interface Leaf {
  readonly path: string;
  readonly command: Command;
}

const leavesOf = (command: Command, path = 'headrace'): Leaf[] =>
  command.commands.flatMap((each) => {
    const here = `${path} ${each.name()}`;
    return each.commands.length > 0 ? leavesOf(each, here) : [{ path: here, command: each }];
  });
const leaves = leavesOf(createProgram());

const helpOf = (command: Command): string => {
  const told: string[] = [];
  command.configureOutput({ writeOut: (text) => void told.push(text) });
  command.outputHelp();
  return told.join('');
};

/** The one prints logs, the other a script. */
const WITHOUT_JSON = ['headrace start', 'headrace completion'];

describe('all commands', () => {
  it('are in docs/cli.md, and no others', () => {
    const docs = readFileSync(join(packageRoot, 'docs/cli.md'), 'utf8');
    const table = docs.slice(docs.indexOf('## Commands'), docs.indexOf('## doctor'));
    const documented = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path]) => path);
    expect(documented.toSorted()).toEqual(leaves.map(({ path }) => path).toSorted());
  });

  it.each(leaves)(
    '$path has a description, an example that begins with it, and --json',
    ({ path, command }) => {
      expect(command.description()).not.toBe('');
      expect(helpOf(command)).toMatch(new RegExp(`Examples?:\n( {2}.*)?${path}`));
      const hasJson = command.options.some(({ long }) => long === '--json');
      expect(hasJson).toBe(!WITHOUT_JSON.includes(path));
    },
  );

  it('that ask have --yes, and no others', () => {
    const docs = readFileSync(join(packageRoot, 'docs/cli.md'), 'utf8');
    const asks = [...docs.matchAll(/^\| `([^`]+)` \|.*[Aa]sks? \|$/gm)].map(([, path]) => path);
    const have = leaves.filter(({ command }) => command.options.some(({ long }) => long === '--yes'));
    expect(have.map(({ path }) => path).toSorted()).toEqual(asks.toSorted());
  });
});

async function completionFor(shell: string): Promise<string> {
  let script = '';
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    script += text;
    return true;
  });
  try {
    await createProgram().parseAsync(['completion', shell], { from: 'user' });
  } finally {
    spy.mockRestore();
  }
  return script;
}

/** What bash offers at the end of a line, asked as Tab asks. */
async function bashCompletes(script: string, ...words: readonly string[]): Promise<string[]> {
  const file = join(testFolder(), 'completion.bash');
  writeFileSync(
    file,
    `${script}
[[ $(complete -p headrace) == *_headrace* ]] || exit 3
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_headrace headrace "\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\\n' "\${COMPREPLY[@]}"`,
  );
  const bash = spawn('bash', ['--norc', file, 'headrace', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const offered = await text(bash.stdout);
  return offered.split('\n').filter(Boolean);
}

describe('headrace completion', () => {
  it('given bash, then Tab offers commands, options, read models, and leaves values to files', async () => {
    const script = await completionFor('bash');
    const offers = (...words: string[]) => bashCompletes(script, ...words);
    expect(await offers('ev')).toEqual(['events']);
    expect(await offers('inbound', 'parked', 'r')).toEqual(['redrive']);
    expect(await offers('events', 'tail', '--s')).toEqual(['--since', '--show-personal-data']);
    expect(await offers('events', 'tail', '--since', '10m', '--no')).toEqual(['--no-follow']);
    expect(await offers('events', 'tail', '--data', '')).toEqual([]);
    expect(await offers('projections', 'verify', 'acc')).toEqual(['account-state']);
    expect(await offers('start', '--rol')).toEqual(['--roles']);
    for (const { path } of leaves) {
      const words = path.split(' ').slice(1);
      expect(await offers(...words)).toEqual([words.at(-1)]);
    }
  });

  it.each(['zsh', 'fish'])(
    'given %s, then its script names every command, and the shell can read it',
    async (shell) => {
      const script = await completionFor(shell);
      for (const { command } of leaves)
        expect(script).toContain(command.description().slice(0, 30).replaceAll("'", `'\\''`));
      const read = spawnSync(shell, ['-n'], { input: script });
      // Where the shell is not installed there is nothing to ask.
      if (read.error === undefined) expect([read.status, String(read.stderr)]).toEqual([0, '']);
    },
  );
});
