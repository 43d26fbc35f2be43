import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lastLines, type Program } from '../../src/cli/services/process.js';

/**
 * Reads `+ pid` and `- pid`. When its pipe closes, it kills the processes that are left, those that a `services.json`
 * in the folder names, and PostgreSQL servers working in it; then it removes the folder.
 */
const SCRIPT = `
  running=
  while read -r sign pid; do
    left=
    for other in $running; do [ "$other" = "$pid" ] || left="$left $other"; done
    running=$left
    [ "$sign" = + ] && running="$running $pid"
  done
  for pid in $running; do kill -s KILL "$pid" 2>/dev/null; done
  while [ -e "$0" ]; do
    for pid in $(find "$0" -name services.json -exec sed -n 's/.*"pid": *\\([0-9]*\\).*/\\1/p' {} +); do
      kill -s KILL "$pid" 2>/dev/null
    done
    for pid in $(find "$0" -name postmaster.pid -exec sed -n 1p {} \\;); do
      kill -s QUIT "$pid" 2>/dev/null && while kill -s 0 "$pid" 2>/dev/null; do sleep 0.05; done
    done
    rm -rf "$0" || sleep 0.1
  done`;

// A worker of a run that was killed would go on by itself, and start more.
process.once('disconnect', () => process.exit(1));

/**
 * A folder and the programs that work in it. None of them outlives this process, however it ends (Ctrl-C, kill -9): a
 * shell that only waits for that sees to it.
 */
export class Guard {
  readonly folder = mkdtempSync(join(tmpdir(), 'headrace-test-services-'));
  readonly #shell = spawn('/bin/sh', ['-c', SCRIPT, this.folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });

  readonly #gone = new Promise((done) => this.#shell.once('exit', done));

  constructor() {
    // Entered, not read, by the user that PostgreSQL runs as when we are root.
    chmodSync(this.folder, 0o711);
    // Neither it nor its pipe keeps a test process alive that has nothing more to do.
    this.#shell.unref();
    this.#shell.stdin.on('error', () => {});
  }

  start(name: string, program: Program): GuardedProgram {
    const log = join(this.folder, `${name}.log`);
    const output = openSync(log, 'a');
    const child = spawn(program.command, program.args, {
      detached: true,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...program.env },
    });
    closeSync(output);
    child.unref();
    this.adopt(child);
    return new GuardedProgram(child, log);
  }

  /** Sees to it that this process, too, does not outlive us. */
  adopt(child: ChildProcess): void {
    const { pid } = child;
    if (pid === undefined) return;
    this.#shell.stdin.write(`+ ${pid}\n`);
    child.once('exit', () => this.#shell.stdin.write(`- ${pid}\n`));
  }

  /** Kills what is left and removes the folder. */
  async stop(): Promise<void> {
    this.#shell.ref();
    this.#shell.stdin.end();
    await this.#gone;
  }
}

export class GuardedProgram {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  readonly #log: string;
  #over: string | undefined;

  constructor(child: ChildProcess, log: string) {
    this.#child = child;
    this.#log = log;
    this.#ended = new Promise((done) => {
      const end = (how: string) => {
        this.#over ??= how;
        done();
      };
      child.once('error', (error) => end(error.message));
      child.once('exit', (code, signal) => end(`it ended (${signal ?? `exit code ${code}`})`));
    });
  }

  /** Why it no longer runs, with the last it printed; undefined while it does. */
  over(): string | undefined {
    return this.#over && `${this.#over}: ${lastLines(this.#log)}`;
  }

  /** Sends a signal. Returns when it has had its effect; for `SIGCONT` at once. */
  async signal(name: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    this.#child.kill(name);
    if (name === 'SIGKILL' || name === 'SIGTERM') await this.#ended;
    // On a busy machine some threads still run for a moment, long enough to answer a request.
    while (name === 'SIGSTOP' && runs(this.#child.pid)) await sleep(5);
  }
}

/** Whether any thread of the process is not stopped. False where the system does not tell. */
function runs(pid: number | undefined): boolean {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.some(
      (thread) => !/\) [Tt] /.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')),
    );
  } catch {
    return false;
  }
}
