import type { LogReader, RecordedEvent } from '../../src/event/index.js';

/** A reader that keeps its positions as a projector does, and notices what a log must never do. */
export class Recorder implements LogReader {
  readonly positions: Map<number, number>;
  readonly taken = new Map<number, RecordedEvent[]>();
  readonly owned = new Set<number>();
  readonly wrongs: string[] = [];
  /** Partitions of which another delivery was promised. */
  readonly promised = new Set<number>();
  readonly asked = new Map<number, number>();
  readonly #busy = new Set<number>();
  /** Called before a delivery is taken; may wait, or throw. */
  beforeTaking: (partition: number, events: readonly RecordedEvent[]) => Promise<void> | void = () => {};

  /** @param positions shared by the readers of one name, as a database is */
  constructor(positions = new Map<number, number>()) {
    this.positions = positions;
  }

  async assigned(partition: number): Promise<number> {
    this.owned.add(partition);
    this.asked.set(partition, (this.asked.get(partition) ?? 0) + 1);
    return this.positions.get(partition) ?? 0;
  }

  async deliver(partition: number, events: readonly RecordedEvent[], more: boolean): Promise<void> {
    if (events.length === 0 && !this.promised.has(partition))
      this.wrongs.push(`partition ${partition}: nothing came`);
    if (more) this.promised.add(partition);
    else this.promised.delete(partition);
    if (!this.owned.has(partition)) this.wrongs.push(`partition ${partition} delivered, but not assigned`);
    if (this.#busy.has(partition)) this.wrongs.push(`two deliveries of partition ${partition} at once`);
    this.#busy.add(partition);
    try {
      await this.beforeTaking(partition, events);
      this.#take(partition, events);
    } finally {
      this.#busy.delete(partition);
    }
  }

  #take(partition: number, events: readonly RecordedEvent[]): void {
    let sequence = this.positions.get(partition) ?? 0;
    for (const event of events) {
      if (event.partition !== partition || event.sequence !== sequence + 1) {
        this.wrongs.push(`partition ${partition}: ${event.sequence} came behind ${sequence}`);
      }
      sequence = event.sequence;
    }
    this.positions.set(partition, sequence);
    this.taken.set(partition, [...(this.taken.get(partition) ?? []), ...events]);
  }

  async revoked(partition: number): Promise<void> {
    if (this.#busy.has(partition)) this.wrongs.push(`partition ${partition} revoked while it was delivered`);
    this.owned.delete(partition);
  }

  ids(): string[] {
    return [...this.taken.values()].flat().map((event) => event.envelope.id);
  }
}
