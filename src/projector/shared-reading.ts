import type { LogReader, RecordedEvent } from '../event/index.js';

/** Readers that are no further apart than this are worth bringing together: whoever is ahead waits, or drops repeats. */
const NEAR_EVENTS = 20_000;

/** What a reader of a partition is given by the shared one. */
interface Member {
  /** Of the last event it has taken. */
  sequence: number;
  /** It was told that another delivery follows. */
  isPromised: boolean;
  deliver(events: readonly RecordedEvent[], more: boolean): Promise<void>;
  /** It has thrown, and is no longer a member. */
  failed(error: unknown): void;
  /** Its delivery under way. */
  taking: Promise<void>;
}

/**
 * Reads a log once for several readers, where they stand at the same place. Each has a log of its own that says which
 * partitions it owns; what it owns it takes from the shared log, and from its own where it is far from the others, or
 * has failed: so one that is stopped stops no other.
 */
export class SharedReading {
  readonly #partitions = new Map<number, SharedPartition>();

  /** Reads the shared log. That log must not care who owns a partition: it delivers what is asked of it. */
  readonly reader: LogReader = {
    assigned: async (partition, askAgain) => this.#of(partition).assigned(askAgain),
    deliver: (partition, events, more) => this.#of(partition).deliver(events, more),
    revoked: (partition) => this.#of(partition).revoked(),
  };

  /** @returns what reads the reader's own log in its place */
  share(reader: LogReader): LogReader {
    const own = new Map<number, OwnReading>();
    const of = (partition: number) => {
      const known = own.get(partition) ?? new OwnReading(partition, reader, this.#of(partition));
      own.set(partition, known);
      return known;
    };
    return {
      assigned: (partition, askAgain) => of(partition).assigned(askAgain),
      deliver: (partition, events, more) => of(partition).deliver(events, more),
      revoked: (partition) => of(partition).revoked(),
    };
  }

  #of(partition: number): SharedPartition {
    const known = this.#partitions.get(partition) ?? new SharedPartition();
    this.#partitions.set(partition, known);
    return known;
  }
}

/** One partition of the shared log and those who take it from there. */
class SharedPartition {
  readonly #members = new Set<Member>();
  /** Of the last event delivered; undefined while the shared log delivers nothing. */
  #sequence: number | undefined;
  #askAgain: () => void = () => {};

  async assigned(askAgain: () => void): Promise<number | undefined> {
    this.#askAgain = askAgain;
    this.#sequence = this.#members.size > 0 ? this.#least() : undefined;
    return this.#sequence;
  }

  async deliver(events: readonly RecordedEvent[], more: boolean): Promise<void> {
    await Promise.all([...this.#members].map((member) => this.#deliverTo(member, events, more)));
    this.#sequence = events.at(-1)?.sequence ?? this.#sequence;
    // Nobody is left, or one that came meanwhile lacks something.
    if (this.#members.size === 0 || this.#least() < (this.#sequence ?? 0)) this.#askAgain();
  }

  /** Members stay: the shared log comes back. What they were promised to follow does not follow at once. */
  async revoked(): Promise<void> {
    this.#sequence = undefined;
    this.#askAgain = () => {};
    await Promise.all([...this.#members].map((member) => this.#deliverTo(member, [], false)));
  }

  /** Whether somebody who stands there may join. */
  isNear(sequence: number): boolean {
    if (this.#members.size === 0) return true;
    return Math.abs(sequence - (this.#sequence ?? this.#least())) <= NEAR_EVENTS;
  }

  join(member: Member): boolean {
    if (!this.isNear(member.sequence)) return false;
    this.#members.add(member);
    if (this.#sequence === undefined || member.sequence < this.#sequence) this.#askAgain();
    return true;
  }

  /** Resolves when nothing is delivered to it any more. */
  async leave(member: Member): Promise<void> {
    this.#members.delete(member);
    await member.taking;
  }

  async #deliverTo(member: Member, events: readonly RecordedEvent[], more: boolean): Promise<void> {
    const first = events[0]?.sequence ?? member.sequence + 1;
    // One that has joined since is behind: the shared log is asked to go back.
    if (first > member.sequence + 1) return;
    const news = events.slice(member.sequence + 1 - first);
    if (news.length === 0 && (more || !member.isPromised)) return;
    member.isPromised = more;
    const delivering = member.deliver(news, more).then(
      () => {
        member.sequence = news.at(-1)?.sequence ?? member.sequence;
      },
      (error: unknown) => {
        this.#members.delete(member);
        member.failed(error);
      },
    );
    member.taking = delivering;
    await delivering;
  }

  #least(): number {
    return Math.min(...[...this.#members].map(({ sequence }) => sequence));
  }
}

/** One reader on one partition: where it takes its events from. */
class OwnReading {
  readonly #partition: number;
  readonly #reader: LogReader;
  readonly #shared: SharedPartition;
  #member: Member | undefined;
  /** What it threw as a member: its own log is told, and waits before it tries again. */
  #fault: { readonly error: unknown } | undefined;
  /** After a fault it first gets on alone, so that others do not go back for it again and again. */
  #isAlone = false;
  #askAgain: () => void = () => {};

  constructor(partition: number, reader: LogReader, shared: SharedPartition) {
    this.#partition = partition;
    this.#reader = reader;
    this.#shared = shared;
  }

  async assigned(askAgain: () => void): Promise<number | undefined> {
    this.#askAgain = askAgain;
    await this.#leave();
    const fault = this.#fault;
    this.#fault = undefined;
    if (fault) throw fault.error;
    const sequence = await this.#reader.assigned(this.#partition, askAgain);
    if (sequence === undefined || this.#isAlone) return sequence;
    const member: Member = {
      sequence,
      isPromised: false,
      taking: Promise.resolve(),
      deliver: (events, more) => this.#reader.deliver(this.#partition, events, more),
      failed: (error) => {
        this.#isAlone = true;
        this.#fault = { error };
        this.#askAgain();
      },
    };
    if (!this.#shared.join(member)) return sequence;
    this.#member = member;
    return undefined;
  }

  /** From its own log. */
  async deliver(events: readonly RecordedEvent[], more: boolean): Promise<void> {
    try {
      await this.#reader.deliver(this.#partition, events, more);
      const last = events.at(-1);
      if (!last || !this.#shared.isNear(last.sequence)) return;
      // It stops in the middle: nothing follows at once.
      if (more) await this.#reader.deliver(this.#partition, [], false);
      this.#isAlone = false;
      this.#askAgain();
    } catch (error) {
      this.#isAlone = true;
      throw error;
    }
  }

  async revoked(): Promise<void> {
    this.#askAgain = () => {};
    await this.#leave();
    await this.#reader.revoked(this.#partition);
  }

  async #leave(): Promise<void> {
    const member = this.#member;
    this.#member = undefined;
    if (member) await this.#shared.leave(member);
  }
}
