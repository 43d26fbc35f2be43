import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Command } from 'commander';
import { vi } from 'vitest';
import { parkedCommand } from '../../src/cli/parked/command.js';
import { projectionsCommand } from '../../src/cli/projections/command.js';
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
export async function headrace(databaseUrl: string, ...args: readonly string[]): Promise<Ran> {
  const [stdout, stderr]: string[][] = [[], []];
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line) => void stdout?.push(`${line}\n`)),
    vi.spyOn(console, 'error').mockImplementation((line) => void stderr?.push(`${line}\n`)),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      stderr?.push(`${text}`);
      return true;
    }),
  ];
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    const program = new Command('headrace').addCommand(projectionsCommand()).addCommand(parkedCommand());
    await program.parseAsync([...args, '--database-url', databaseUrl], { from: 'user' });
    return told(Number(process.exitCode));
  } catch (error) {
    stderr?.push(String(error));
    return told(1);
  } finally {
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
  }

  function told(code: number): Ran {
    return { code, stdout: stdout?.join('') ?? '', stderr: stderr?.join('') ?? '' };
  }
}
