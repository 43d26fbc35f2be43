import type { EventLog, LogReader, RecordedEvent } from '../../event/index.js';
import type { Random } from '../random.js';

/** A reader as this log calls it: told whether more of the partition follows at once. */
export interface ScriptedReader extends Pick<LogReader, 'assigned' | 'revoked'> {
  deliver(partition: number, events: readonly RecordedEvent[], more: boolean): Promise<void>;
}

/** How a log delivers. */
export interface Script {
  /** Most events of a delivery. */
  readonly mostEvents: number;
  /** How likely a process dies, or loses a partition, between two rounds of deliveries. */
  readonly trouble: number;
}

/** A fault that no further try mends is one of the projector. */
const MOST_FAILURES_IN_A_ROW = 60;

/**
 * A log that makes everything happen that may: partitions take turns in any order, or together; deliveries are of any
 * size and reach back before what was taken; partitions are lost and assigned anew; whoever reads dies at any moment.
 */
export class ScriptedLog implements EventLog {
  readonly #queues: ReadonlyMap<number, readonly RecordedEvent[]>;
  readonly #random: Random;
  readonly #script: Script;
  /** By partition: events of it that were taken, as this reader was told. */
  #taken = new Map<number, number>();
  #reader: ScriptedReader | undefined;
  #isDone = false;
  /** By partition, since something of it was taken. */
  readonly #failures = new Map<number, number>();

  constructor(events: readonly RecordedEvent[], partitions: number, random: Random, script: Script) {
    const of = (partition: number) => events.filter((event) => event.partition === partition);
    this.#queues = new Map(Array.from({ length: partitions }, (_, partition) => [partition, of(partition)]));
    this.#random = random;
    this.#script = script;
  }

  /** Whether a reader has taken everything. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** Delivers until all is taken, or the reader dies: it is not told, and what it was about to do goes on. */
  async run(reader: ScriptedReader, signal: AbortSignal): Promise<void> {
    const zombie = this.#reader;
    this.#reader = reader;
    this.#taken = new Map();
    while (!signal.aborted) {
      const partitions = this.#turn();
      if (partitions.length === 0) break;
      await Promise.all(partitions.map((partition) => this.#deliver(reader, partition)));
      if (zombie && this.#random.chance(0.2)) await this.#deliverTo(zombie, this.#random.pick(partitions));
      if (this.#random.chance(this.#script.trouble)) await this.#lose(reader, this.#random.pick(partitions));
      if (this.#random.chance(this.#script.trouble)) return;
    }
    this.#isDone = true;
  }

  /** Partitions that are not taken in full: one of them, or several. */
  #turn(): readonly number[] {
    const open = [...this.#queues].filter(([partition, queue]) => {
      const taken = this.#taken.get(partition);
      return taken === undefined || taken < queue.length;
    });
    if (open.length === 0) return [];
    const [one] = this.#random.pick(open);
    const together = this.#random.chance(0.3);
    return open.map(([partition]) => partition).filter((partition) => partition === one || together);
  }

  async #deliver(reader: ScriptedReader, partition: number): Promise<void> {
    const queue = this.#queues.get(partition) ?? [];
    const taken = this.#taken.get(partition);
    // Chosen before anything is awaited, so that the choices do not depend on which partition answers first.
    const from = Math.max(0, (taken ?? 0) - (this.#random.chance(0.15) ? this.#random.between(1, 50) : 0));
    const to = Math.min(queue.length, Math.max(taken ?? 0, from) + this.#size());
    const more = to < queue.length && this.#random.chance(0.5);
    try {
      if (taken === undefined) {
        const place = await reader.assigned(partition, () => this.#taken.delete(partition));
        if (place !== undefined) this.#taken.set(partition, place);
        return;
      }
      await reader.deliver(partition, queue.slice(from, to), more);
      this.#taken.set(partition, to);
      this.#failures.delete(partition);
    } catch (error) {
      this.#taken.delete(partition);
      const failures = (this.#failures.get(partition) ?? 0) + 1;
      if (failures > MOST_FAILURES_IN_A_ROW) throw error;
      this.#failures.set(partition, failures);
    }
  }

  /** One that was taken for dead, and works on: it must not change anything. */
  async #deliverTo(zombie: ScriptedReader, partition: number): Promise<void> {
    const queue = this.#queues.get(partition) ?? [];
    const from = this.#random.between(0, queue.length);
    await zombie.deliver(partition, queue.slice(0, from), false).catch(() => {});
  }

  async #lose(reader: ScriptedReader, partition: number): Promise<void> {
    await reader.revoked(partition);
    this.#taken.delete(partition);
  }

  /** Sizes of all magnitudes are as likely. */
  #size(): number {
    return Math.max(1, Math.round(this.#script.mostEvents ** this.#random.next()));
  }
}
