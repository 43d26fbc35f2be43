import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.js';
import { doorFaults, MOST_LINES, pathFaults, typescriptFaults } from './source-faults.js';

/** Folders that are not the project's text. */
const SKIPPED = ['node_modules', '.git', 'dist', 'coverage', '.headrace', 'generated'];

function filesUnder(folder: string): string[] {
  return readdirSync(join(packageRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '.' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.includes(entry.name) ? [] : filesUnder(path);
    return entry.isFile() ? [path] : [];
  });
}

const read = (path: string) => readFileSync(join(packageRoot, path), 'utf8');
const project = filesUnder('.');

describe('the source of this project', () => {
  test('has no any, no double cast, no silenced tool, no long file, one reader of the environment, pure folds', () => {
    const files = project.filter((path) => path.endsWith('.ts'));
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap((path) => typescriptFaults(path, read(path)))).toEqual([]);
  });

  test('opens each room with what comes in, what goes out and what it never does', () => {
    const doors = project.filter((path) =>
      /^src\/(intake|importer|journal|relay|router|projector|query|catalogue)\/index\.ts$/.test(path),
    );
    expect(doors.length).toBeGreaterThan(3);
    expect(doors.flatMap((path) => doorFaults(path, read(path)))).toEqual([]);
  });

  test('names no folder of one machine', () => {
    const texts = project.filter((path) => statSync(join(packageRoot, path)).size < 1_000_000);
    expect(texts.flatMap((path) => pathFaults(path, read(path)))).toEqual([]);
  });
});

describe('the rules of the source', () => {
  test.each([
    ['src/a.ts', 'const a: any = 1;', 'says any'],
    ['src/a.ts', 'const a = b as any;', 'says any'],
    ['src/a.ts', 'const a: Array<any> = [];', 'says any'],
    ['test/a.ts', 'const a = b as unknown as number;', 'casts through unknown'],
    ['src/a.ts', '// @ts-expect-error\n', 'silences a tool'],
    ['src/a.ts', '// biome-ignore lint: because\n', 'silences a tool'],
    ['src/a.ts', 'const a = process.env.A;', 'reads the environment'],
    ['src/a.ts', "const a = process['env'];", 'reads the environment'],
    ['src/a.ts', 'const { env } = process;', 'reads the environment'],
    ['src/a.ts', "import { env } from 'node:process';", 'reads the environment'],
    ['projections/a/a.ts', 'const a = new Date();', 'asks the clock or the dice'],
    ['projections/a/a.ts', 'const a = Date.now();', 'asks the clock or the dice'],
    ['schemas/a/upcast.ts', 'const a = Math.random();', 'asks the clock or the dice'],
    ['src/a.ts', '\n'.repeat(MOST_LINES + 1), 'more than 300'],
  ])('given %s with %j, then it %s', (path, text, fault) => {
    expect(typescriptFaults(path, text)).toEqual([expect.stringContaining(fault)]);
  });

  test.each([
    ['src/a.ts', 'const many = "any"; // any'],
    ['src/a.ts', 'const a = b as unknown;'],
    ['src/config.ts', 'const a = process.env;'],
    ['src/a.ts', 'process.exit(1); const environment = 1;'],
    ['projections/a/a.ts', 'const a = new Date(time);'],
    ['src/a.ts', 'const a = Date.now();'],
    ['src/a.ts', '\n'.repeat(MOST_LINES)],
  ])('given %s with %j, then it may', (path, text) => {
    expect(typescriptFaults(path, text)).toEqual([]);
  });

  test('given a door without one of its lines, then it is told', () => {
    const door = '/**\n * In: this.\n * Out: that.\n * Never: more.\n */\nexport {};\n';
    expect(doorFaults('a', door)).toEqual([]);
    for (const word of ['In:', 'Out:', 'Never'])
      expect(doorFaults('a', door.replace(word, 'And'))).toHaveLength(1);
    expect(doorFaults('a', `// first\n${door}`)).toHaveLength(1);
  });

  test('given a path into the folder of a user, then it is told; given an address or a route, then not', () => {
    for (const folder of ['root', 'home', 'Users', 'mnt']) {
      expect(pathFaults('a', `cd /${folder}/someone`)).toHaveLength(1);
    }
    expect(pathFaults('a', 'https://example.org/home/page and ./root/a and (base)}/home/x')).toEqual([]);
  });
});
