/** What the processes of a check share. Handed over as JSON, as the one argument. */
export interface CheckSettings {
  readonly databaseUrl: string;
  readonly brokers: readonly string[];
  /** The topic, or what the names of the topics begin with. */
  readonly topic: string;
  readonly leaseMs: number;
  /** Events a second that the writer appends. */
  readonly eventsPerSecond: number;
}

export function settingsFromArguments(): CheckSettings {
  return JSON.parse(process.argv[2] ?? '{}');
}

export const PARTITIONS = 6;

/** Aborted when we are asked to end, or when whoever started us is gone. */
export function untilAsked(): AbortSignal {
  const stop = new AbortController();
  const end = () => stop.abort();
  process.once('SIGTERM', end);
  process.stdin.once('end', end).once('error', end).resume();
  return stop.signal;
}
