import type { KafkaSettings } from '../../src/adapters/kafka/index.js';

/** What every contestant is given. */
export interface Task {
  readonly kafka: KafkaSettings;
  readonly topic: string;
  readonly events: number;
  /** A migrated database. */
  readonly databaseUrl: string;
}

/** Runs from the first partition that a contestant is given until everything is done, and written. */
export interface Clock {
  /** Calls after the first have no effect. */
  begin(): void;
  end(): void;
}

/** Reads the whole topic once. */
export type Contestant = (task: Task, clock: Clock) => Promise<void>;

export interface Measured {
  readonly seconds: number;
  /** Of this process, all threads, while the clock ran. */
  readonly cpuSeconds: number;
  readonly peakRssMb: number;
}

export async function measure(contestant: Contestant, task: Task): Promise<Measured> {
  let begun: { at: number; cpu: NodeJS.CpuUsage } | undefined;
  let measured: Omit<Measured, 'peakRssMb'> | undefined;
  await contestant(task, {
    begin() {
      begun ??= { at: performance.now(), cpu: process.cpuUsage() };
    },
    end() {
      if (!begun) return;
      const { user, system } = process.cpuUsage(begun.cpu);
      measured = { seconds: (performance.now() - begun.at) / 1_000, cpuSeconds: (user + system) / 1e6 };
    },
  });
  if (!measured) throw new Error('the clock was not stopped');
  return { ...measured, peakRssMb: process.resourceUsage().maxRSS / 1_024 };
}
