import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.js';
import { packageRoot } from '../../src/package-root.js';

const pages = [
  'README.md',
  ...readdirSync(join(packageRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
].map((path) => ({ path, text: readFileSync(join(packageRoot, path), 'utf8') }));

const FENCED = /^ *```.*?^ *```$/gms;

/** Headings as addresses within a page, as GitHub makes them. */
const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.replaceAll(FENCED, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

function linkFaults(path: string, text: string): readonly string[] {
  return [...text.replaceAll(FENCED, '').matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [file = '', anchor] = target.split('#', 2);
    const place = file === '' ? path : relative(packageRoot, resolve(packageRoot, dirname(path), file));
    if (!existsSync(join(packageRoot, place))) return [`${path}: ${target}`];
    if (anchor === undefined || !place.endsWith('.md')) return [];
    const anchors = anchorsOf(readFileSync(join(packageRoot, place), 'utf8'));
    return anchors.has(anchor) ? [] : [`${path}: ${target}: no such heading`];
  });
}

/** What stands in code: blocks, and words in backquotes. */
const codeOf = (text: string): readonly string[] => [
  ...(text.match(FENCED) ?? []).flatMap((block) => block.split('\n')),
  ...Array.from(text.replaceAll(FENCED, '').matchAll(/`([^`]+)`/g), ([, code = '']) => code),
];

const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(packageRoot, 'package.json'), 'utf8'),
);

const scriptFaults = (text: string): readonly string[] =>
  codeOf(text).flatMap((code) =>
    [...code.matchAll(/\bnpm run ((?:-\S+ )*)([\w:-]+)/g)].flatMap(([all, , name = '']) =>
      name in scripts ? [] : [all],
    ),
  );

/** Follows the words of a command as far as they name commands; what is left over of a group is at fault. */
function commandFault(words: readonly string[], from: Command): string | undefined {
  const [word, ...others] = words;
  const next = from.commands.find((command) => command.name() === word);
  if (next) return commandFault(others, next);
  const isGroup = from.commands.length > 0;
  return isGroup && word !== undefined && /^[a-z]/.test(word) && word !== 'help' ? word : undefined;
}

const program = createProgram();

const commandFaults = (text: string): readonly string[] =>
  codeOf(text).flatMap((code) =>
    Array.from(code.matchAll(/\bheadrace (?:-- )?([a-z].*)/g), ([, rest = '']) => rest.split(/\s+/)).flatMap(
      (words) => {
        // list|redrive|discard stands for three commands.
        const choices = words.find((word) => word.includes('|'))?.split('|') ?? [''];
        return choices.flatMap((choice) => {
          const fault = commandFault(
            words.map((word) => (word.includes('|') ? choice : word)),
            program,
          );
          return fault === undefined ? [] : [`headrace ${words.join(' ')}: ${fault}`];
        });
      },
    ),
  );

describe('README.md and docs/', () => {
  test('given a link to a file or a heading, then it is there', () => {
    expect(pages.flatMap(({ path, text }) => linkFaults(path, text))).toEqual([]);
    expect(linkFaults('docs/routes.md', '[a](none.md) [b](relay.md#none) [c](relay.md#proof)')).toEqual([
      'docs/routes.md: none.md',
      'docs/routes.md: relay.md#none: no such heading',
    ]);
  });

  test('given `npm run …`, then there is such a script', () => {
    expect(pages.flatMap(({ path, text }) => scriptFaults(text).map((fault) => `${path}: ${fault}`))).toEqual(
      [],
    );
    expect(scriptFaults('`npm run -s none -- a` and `npm run bench`')).toEqual(['npm run -s none']);
  });

  test('given `headrace …`, then there is such a command', () => {
    expect(
      pages.flatMap(({ path, text }) => commandFaults(text).map((fault) => `${path}: ${fault}`)),
    ).toEqual([]);
    expect(commandFaults('`npm run -s headrace -- parked lost x` `headrace routes dead list|none`')).toEqual([
      'headrace parked lost x: lost',
      'headrace routes dead list|none: none',
    ]);
  });

  test('given a page of docs/, then README.md or a page that it leads to links it', () => {
    const seen = new Set<string>();
    const next = ['README.md'];
    for (let path = next.pop(); path !== undefined; path = next.pop()) {
      const page = pages.find((one) => one.path === path);
      if (!page || seen.has(path)) continue;
      seen.add(path);
      for (const [, target = ''] of page.text.matchAll(/\]\(([^)\s#:]+)/g))
        next.push(join(dirname(path), target));
    }
    const decisions = pages.filter(({ path }) => path.startsWith('docs/decisions/'));
    const unseen = pages.filter((page) => !seen.has(page.path) && !decisions.includes(page));
    expect(unseen.map(({ path }) => path)).toEqual([]);
  });
});
