import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';

/** True where a process with this pid runs, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Ends a process without asking; one that is gone already is left in peace. */
export function kill(pid: number): void {
  if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}

/**
 * When the process with this pid started, in whatever form the system tells; undefined where there is none.
 * Together with the pid it names one process for good: pids are given anew.
 */
export function startOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    const stat = readProc(`${pid}/stat`);
    // After the command, which is in parentheses and may hold anything: state is the 3rd field, start the 22nd.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields === undefined || fields[0] === 'Z') return undefined;
    return `${readProc('sys/kernel/random/boot_id')?.trim()} ${fields[19]}`;
  }
  if (process.platform === 'win32') return isAlive(pid) ? '' : undefined;
  return commandOutput('lstart=', pid);
}

/** True where that process is a PostgreSQL which works in this data folder. */
export function isServerOf(data: string, pid: number): boolean {
  if (process.platform === 'linux') return worksIn(data, pid);
  if (process.platform === 'win32') return isAlive(pid);
  const command = commandOutput('command=', pid) ?? '';
  return command.includes('postgres') && command.includes(data);
}

/** Processes of a server on these data that is itself gone. Elsewhere than on Linux they end by themselves, in time. */
export function orphansOf(data: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => worksIn(data, pid));
}

/** Linux: every process of a server has the data folder as its current folder. */
function worksIn(data: string, pid: number): boolean {
  try {
    const program = basename(readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '');
    return program === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data);
  } catch {
    // Gone, or another user's, and then not ours.
    return false;
  }
}

function readProc(name: string): string | undefined {
  try {
    return readFileSync(`/proc/${name}`, 'utf8');
  } catch {
    // Gone between being named and being read.
    return undefined;
  }
}

function commandOutput(column: string, pid: number): string | undefined {
  return spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).stdout.trim() || undefined;
}
