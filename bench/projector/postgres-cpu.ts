import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

interface Stat {
  readonly parent: number;
  /** Of the process itself. */
  readonly own: number;
  /** Of its children that have ended. */
  readonly ended: number;
}

/** Processor seconds that a server and all its processes have used so far, by its first process. NaN but on Linux. */
export function serverCpuSeconds(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const server = readStat(pid);
  if (!server) throw new Error(`there is no process ${pid}`);
  const children = readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : undefined;
    return stat?.parent === pid ? [stat.own] : [];
  });
  return [server.own, server.ended, ...children].reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND;
}

/** Those of one process, all threads. 0 once it is gone, NaN but on Linux. */
export function processCpuSeconds(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  return (readStat(pid)?.own ?? 0) / TICKS_PER_SECOND;
}

function readStat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the command, which is in parentheses and may hold anything, the first field is the state.
    const field = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const sum = (first: number, second: number) => (field[first] ?? 0) + (field[second] ?? 0);
    return { parent: field[1] ?? 0, own: sum(11, 12), ended: sum(13, 14) };
  } catch {
    // Gone between being named and being read.
    return undefined;
  }
}
