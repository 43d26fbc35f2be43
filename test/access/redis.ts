import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectRedis, type RedisConnections } from '../../src/adapters/redis/connection.js';
import { Guard, type GuardedProgram } from '../support/guard.js';
import { freePort } from '../support/service.js';

const PROGRAM = 'redis-server';

/** Where no Redis is installed, what needs one of its own is skipped. */
export const hasRedis = spawnSync(PROGRAM, ['--version']).status === 0;

/** A Redis of a test's own, that it may freeze and kill. */
export class OwnRedis {
  readonly url: string;
  readonly #guard = new Guard();
  readonly #port: number;
  #program: GuardedProgram | undefined;

  private constructor(port: number) {
    this.#port = port;
    this.url = `redis://127.0.0.1:${port}/0`;
  }

  static async start(): Promise<OwnRedis> {
    const redis = new OwnRedis(await freePort());
    await redis.start();
    return redis;
  }

  async start(): Promise<void> {
    const args = [
      '--port',
      String(this.#port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--dir',
      this.#guard.folder,
    ];
    this.#program = this.#guard.start('redis', { command: PROGRAM, args, env: {} });
    const probe = this.connect();
    await until(() => probe.commands.status === 'ready', this.#program);
    probe.close();
  }

  connect(): RedisConnections {
    return connectRedis(this.url, { info: () => {}, warn: () => {} });
  }

  async signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    await this.#program?.signal(name);
  }

  stop(): Promise<void> {
    return this.#guard.stop();
  }
}

/** Waits for a condition; the test's own time limit ends the wait. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  program?: GuardedProgram,
): Promise<void> {
  while (!(await condition())) {
    const over = program?.over();
    if (over) throw new Error(over);
    await sleep(10);
  }
}
