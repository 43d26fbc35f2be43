import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { vi } from 'vitest';
import { allCommands, createProgram } from '../../src/cli/program.js';
import { tell } from '../../src/cli/tell.js';
import { packageRoot } from '../../src/package-root.js';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line as a process of its own, on a database. */
export async function headraceProcess(databaseUrl: string, ...args: readonly string[]): Promise<Ran> {
  const script = join(packageRoot, 'src/cli/main.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args, '--database-url', databaseUrl], {
    cwd: packageRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    // What a developer has set for another run must not reach this one.
    env: { ...process.env, DATABASE_URL: '', KAFKA_BROKERS: '', SCHEMA_REGISTRY_URL: '' },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

/** The same in this process, which spares the time to start one. */
export function headrace(databaseUrl: string, ...args: readonly string[]): Promise<Ran> {
  return commandLine(...args, '--database-url', databaseUrl);
}

/** Runs a command in this process, and takes down what it prints. */
export async function commandLine(...args: readonly string[]): Promise<Ran> {
  const [stdout, stderr]: string[][] = [[], []];
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line) => void stdout?.push(`${line}\n`)),
    vi.spyOn(console, 'error').mockImplementation((line) => void stderr?.push(`${line}\n`)),
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      stdout?.push(`${text}`);
      return true;
    }),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      stderr?.push(`${text}`);
      return true;
    }),
  ];
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    const program = createProgram();
    for (const command of allCommands(program)) {
      command.exitOverride().configureOutput({
        writeOut: (text) => void stdout?.push(text),
        writeErr: (text) => void stderr?.push(text),
      });
    }
    await program.parseAsync(args, { from: 'user' });
    return told(Number(process.exitCode));
  } catch (error) {
    if (!(error instanceof CommanderError)) tell(error);
    return told(error instanceof CommanderError ? error.exitCode : 1);
  } finally {
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
  }

  function told(code: number): Ran {
    return { code, stdout: stdout?.join('') ?? '', stderr: stderr?.join('') ?? '' };
  }
}
