// `npm test`: everything that must hold, in the order in which it is soonest known.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../src/package-root.js';
import { add, formatTally, type Tally, tallyTests } from './support/tally.js';

/** Name, then a program of node_modules/.bin with its arguments. */
const checks: [name: string, program: string, ...args: string[]][] = [
  ['lint', 'biome', 'check', '.'],
  ['types', 'tsc', '--noEmit'],
  ['import rules', 'depcruise', '--config', '.dependency-cruiser.cjs', 'src', 'projections', 'schemas'],
  ['unused code', 'knip'],
  ['generated code', 'tsx', 'src/cli/generate.ts', '--check'],
];

let tally: Tally = { passed: 0, failed: 0, skipped: 0 };
for (const [name, program, ...args] of checks) {
  const startedAt = performance.now();
  const { exitCode, output } = await run(program, args, 'pipe');
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const passed = exitCode === 0;
  console.log(`${passed ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`);
  if (!passed) console.log(output);
  tally = add(tally, { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 });
}
tally = add(tally, await runTests());
console.log(formatTally(tally));
process.exitCode = tally.failed === 0 ? 0 : 1;

async function runTests(): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'headrace-report-'));
  const file = join(folder, 'report.json');
  try {
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const { exitCode } = await run('vitest', args, 'inherit');
    return tallyTests(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined, exitCode);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(
  program: string,
  args: readonly string[],
  output: 'pipe' | 'inherit',
): Promise<{ exitCode: number | null; output: string }> {
  return new Promise((done) => {
    const child = spawn(join(packageRoot, 'node_modules/.bin', program), args, {
      cwd: packageRoot,
      stdio: ['inherit', output, output],
      // Programs of npm are scripts on Windows.
      shell: process.platform === 'win32',
    });
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', (error) => done({ exitCode: 1, output: error.message }));
    child.once('close', (exitCode) => done({ exitCode, output: Buffer.concat(chunks).toString() }));
  });
}
