import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastLines, type Program } from '../../src/cli/services/process.js';

/**
 * Reads `+ pid`, `- pid` and `@ file`. When its pipe closes, it kills the processes that are left and those that the
 * files name, and removes the folder.
 */
const SCRIPT = `
  running=
  files=
  while read -r sign what; do
    left=
    for other in $running; do [ "$other" = "$what" ] || left="$left $other"; done
    running=$left
    [ "$sign" = + ] && running="$running $what"
    [ "$sign" = @ ] && files="$files $what"
  done
  for file in $files; do running="$running $(sed -n 's/.*"pid": *\\([0-9]*\\).*/\\1/p' "$file" 2>/dev/null)"; done
  for pid in $running; do kill -s KILL "$pid" 2>/dev/null; done
  while [ -e "$0" ]; do rm -rf "$0" || sleep 0.1; done`;

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
    this.#shell.stdin.write(`+ ${child.pid ?? 0}\n`);
    return new GuardedProgram(child, log, () => this.#shell.stdin.write(`- ${child.pid ?? 0}\n`));
  }

  /** Kills whatever processes this file names at the end, as `"pid": 123`, one a line. Its path has no spaces. */
  watch(file: string): void {
    this.#shell.stdin.write(`@ ${file}\n`);
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

  constructor(child: ChildProcess, log: string, onEnd: () => void) {
    this.#child = child;
    this.#log = log;
    this.#ended = new Promise((done) => {
      const end = (how: string) => {
        this.#over ??= how;
        onEnd();
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

  /** Sends a signal. `SIGSTOP` and `SIGCONT` return at once, others when the program has ended. */
  async signal(name: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    this.#child.kill(name);
    if (name === 'SIGKILL' || name === 'SIGTERM') await this.#ended;
  }
}
