import type { ProjectionState, Standing } from './port.js';

/**
 * `running`: all is applied, or will be in a moment. `catching_up`: behind, and moving. `held`: waits to be compared or
 * exchanged with another version. `stopped`: a fault keeps it, `reason` says which. `stalled`: behind and not moving,
 * and nobody says why. `no_owner`: no process applies the log to it.
 */
export type ProjectionCondition = 'running' | 'catching_up' | 'held' | 'stopped' | 'stalled' | 'no_owner';

// A window of events is applied in less, also on a busy machine.
const CAUGHT_UP_SECONDS = 5;
// Longer than a large window takes, or the retry after a fault.
const STALLED_SECONDS = 30;
// A projector says that it works every few seconds.
const FED_SECONDS = 60;

type PartitionState = ProjectionState['partitions'][number];

/** What a partition of a projection is doing, by how far it is and by what is known of whoever applies it. */
export function conditionOf(
  { position, head, lagSeconds }: Pick<PartitionState, 'position' | 'head' | 'lagSeconds'>,
  { stopReason, held, fedSecondsAgo, movedSecondsAgo }: Standing,
): ProjectionCondition {
  const behind = head > position;
  if (held) return 'held';
  if (stopReason !== null && behind) return 'stopped';
  if (fedSecondsAgo !== undefined && (fedSecondsAgo ?? Number.POSITIVE_INFINITY) > FED_SECONDS) {
    return 'no_owner';
  }
  if (!behind || lagSeconds <= CAUGHT_UP_SECONDS) return 'running';
  return Math.min(movedSecondsAgo, lagSeconds) > STALLED_SECONDS ? 'stalled' : 'catching_up';
}

const SEVERITY: readonly ProjectionCondition[] = [
  'running',
  'catching_up',
  'held',
  'stalled',
  'no_owner',
  'stopped',
];

/** That of a whole: the worst of its parts. */
export function worstOf(conditions: readonly ProjectionCondition[]): ProjectionCondition {
  return SEVERITY[Math.max(0, ...conditions.map((condition) => SEVERITY.indexOf(condition)))] ?? 'running';
}

/**
 * Seconds until nothing is missing, if it goes on so: events behind, by how many more are applied than appended in a
 * second. `null` where that cannot be said, because it does not come nearer.
 */
export function catchUpSeconds(behind: number, rates: Rates | undefined): number | null {
  if (behind === 0) return 0;
  const nearer = rates ? rates.appliedPerSecond - rates.appendedPerSecond : 0;
  return nearer > 0 ? behind / nearer : null;
}

export interface Rates {
  readonly appliedPerSecond: number;
  readonly appendedPerSecond: number;
}

interface Sample {
  readonly atMs: number;
  readonly position: number;
  readonly head: number;
}

/** Rates of the last minutes, by what this process has seen. */
export class RateMeter {
  readonly #windowMs: number;
  readonly #samples = new Map<string, Sample[]>();

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** How far `name` was at a time, by the monotonic clock. A position that went back is that of another version. */
  saw(name: string, sample: Sample): void {
    const samples = this.#samples.get(name) ?? [];
    const last = samples.at(-1);
    if (last && sample.position < last.position) samples.length = 0;
    samples.push(sample);
    // One older than the window is kept: between two looks far apart there is a rate as well.
    while (samples[1] && samples[1].atMs <= sample.atMs - this.#windowMs) samples.shift();
    this.#samples.set(name, samples);
  }

  /** `undefined` until it was seen twice. */
  rates(name: string): Rates | undefined {
    const samples = this.#samples.get(name);
    const [first, last] = [samples?.[0], samples?.at(-1)];
    if (!first || !last || last.atMs <= first.atMs) return undefined;
    const seconds = (last.atMs - first.atMs) / 1_000;
    return {
      appliedPerSecond: (last.position - first.position) / seconds,
      appendedPerSecond: (last.head - first.head) / seconds,
    };
  }
}
