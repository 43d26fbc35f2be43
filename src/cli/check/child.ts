import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../package-root.js';
import type { CheckSettings } from './settings.js';

/** A process of a check: what it says, and how to do it harm. */
export class Child {
  readonly #process: ChildProcess;
  readonly #ended: Promise<void>;
  #over = false;
  #state = '';

  /**
   * @param program name of a module, without its ending
   * @param beside URL of a module in the same folder
   */
  constructor(program: string, beside: string, settings: CheckSettings) {
    const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const file = fileURLToPath(new URL(`./${program}.${ending}`, beside));
    const loader = ending === 'ts' ? ['--import', 'tsx'] : [];
    this.#process = spawn(process.execPath, [...loader, file, JSON.stringify(settings)], {
      cwd: packageRoot,
      // Its input is never written to: it ends with us, however we end.
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#process.stdin?.on('error', () => {});
    const { stdout } = this.#process;
    if (stdout) {
      createInterface({ input: stdout }).on('line', (line) => {
        this.#state = line;
      });
    }
    this.#ended = new Promise((resolve) => {
      this.#process.once('exit', () => {
        this.#over = true;
        resolve();
      });
    });
  }

  /** The last line it printed. */
  get state(): string {
    return this.#state;
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#process.kill(name);
  }

  /** Resolves when it has ended. */
  async end(name: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (!this.#over) this.#process.kill(name);
    await this.#ended;
  }
}
