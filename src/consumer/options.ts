import type { KafkaSecurity } from '../adapters/kafka/client.js';
import type { ConsumerCounts } from './context.js';
import { type DeadLetterSink, deadLetterTopic } from './dead-letters.js';
import type { AnyConsumedEvent, ConsumedEvent, ConsumedType } from './event.js';
import type { BatchContext } from './in-batches.js';
import type { Partition } from './port.js';
import type { PositionStore } from './session.js';
import { RETRY_DEFAULTS, type RetryOptions } from './trials.js';

/** What every consumer needs to know. */
export interface ConnectionOptions {
  /** `host:port` of Kafka's brokers, one or more. */
  readonly brokers: readonly string[];
  /**
   * Address of the schema registry, with Confluent's API; may hold user and password. Without one, schema ids are those
   * of an installation that has no registry either.
   */
  readonly registryUrl?: string;
  /** TLS and credentials for the brokers. Default: neither. */
  readonly security?: KafkaSecurity;
  /** Topics of routes, e.g. `headrace.agreement`. */
  readonly topics: readonly string[];
  /** Processes with the same group share the partitions; each group gets all events. */
  readonly group: string;
  /** Where a group begins that has never been here. Default `beginning`. */
  readonly from?: 'beginning' | 'end';
  readonly retry?: Partial<RetryOptions>;
  /** Takes dead letters; resolves when they are safe. Default: the topic `<topic>.<group>.dead`, made where missing. */
  readonly deadLetters?: DeadLetterSink;
  /** Partitions handled at once in this process. Default 4. */
  readonly partitionsAtOnce?: number;
  /** A process that says nothing for so long loses its partitions to others. Default 30,000. */
  readonly sessionMs?: number;
  /** How long a changing group waits for a handler that is under way. Default 60,000. */
  readonly rebalanceMs?: number;
  /** Longest wait of the brokers for something new; a stop may take as long. Default 300. */
  readonly fetchWaitMs?: number;
  /** Most bytes fetched of a partition at once. Default 1 MiB. */
  readonly fetchBytes?: number;
  /**
   * Told of all that goes wrong: every failure of a handler, dead letters, brokers or a registry that do not answer,
   * records that are gone. Nothing of it ends the consumer. Default: `console.error`.
   */
  readonly onFault?: (fault: Error) => void;
  /** Told what the Kafka client says; of interest only where brokers cannot be reached. */
  readonly log?: (level: 'error' | 'warn' | 'info' | 'debug', message: string, details: object) => void;
}

/**
 * Takes an event. What it returns is awaited where that is a promise, and otherwise costs nothing. `signal` is aborted
 * when others own the partition now.
 */
export type Handler<Type extends ConsumedType> = (event: ConsumedEvent<Type>, signal: AbortSignal) => unknown;

export type Handlers = { readonly [Type in ConsumedType]?: Handler<Type> };

export interface ConsumeOptions extends ConnectionOptions {
  /** Records of other types are skipped without being decoded. */
  readonly handlers: Handlers;
  /** Keys of one partition handled at once; events of one key stay in order. Default 1. */
  readonly keysAtOnce?: number;
}

export interface ConsumeBatchesOptions<Type extends ConsumedType> extends ConnectionOptions {
  /** Records of other types are skipped without being decoded. */
  readonly types: readonly Type[];
  /** Takes the next events of a partition, one or more, in order: all or none. */
  readonly handle: (events: readonly AnyConsumedEvent<Type>[], batch: BatchContext) => unknown;
  /** Most events of a batch. Default 500. */
  readonly eventsMax?: number;
  /** Where positions are stored that make effects happen once. Without it events are handled at least once. */
  readonly positions?: PositionStore;
}

export interface Consumer {
  /** Resolves when the group has first given this process its partitions, be they none. */
  readonly joined: Promise<void>;
  /**
   * Resolves with the error that ended the consumer, where one did: nothing that waiting mends. It never rejects, and
   * stays open otherwise.
   */
  readonly failed: Promise<Error>;
  /** The partitions this process has now. */
  readonly assigned: readonly Partition[];
  /** What has happened since the start. */
  readonly counts: Readonly<ConsumerCounts>;
  /** Finishes the handlers under way, commits, and leaves the group. Never rejects; may be called again. */
  stop(): Promise<void>;
}

export const DEFAULTS = {
  from: 'beginning',
  partitionsAtOnce: 4,
  sessionMs: 30_000,
  rebalanceMs: 60_000,
  fetchWaitMs: 300,
  fetchBytes: 1_048_576,
  keysAtOnce: 1,
  eventsMax: 500,
} as const;

/** @throws TypeError for options that no consumer can work with, before anything is begun */
export function checkOptions(options: ConnectionOptions, types: readonly string[]): RetryOptions {
  const { brokers, topics, group } = options;
  const retry = { ...RETRY_DEFAULTS, ...options.retry };
  if (brokers.length === 0) throw new TypeError('brokers: none is named');
  if (topics.length === 0) throw new TypeError('topics: none is named');
  if (group === '') throw new TypeError('group: it has no name');
  if (types.length === 0) throw new TypeError('no event type is handled');
  for (const topic of topics) if (!options.deadLetters) deadLetterTopic(topic, group);
  const { partitionsAtOnce, sessionMs, rebalanceMs, fetchWaitMs, fetchBytes } = options;
  const { attempts, firstMs, mostMs } = retry;
  const numbers = {
    partitionsAtOnce,
    sessionMs,
    rebalanceMs,
    fetchWaitMs,
    fetchBytes,
    attempts,
    firstMs,
    mostMs,
  };
  for (const [name, value] of Object.entries(numbers)) checkPositive(name, value);
  return retry;
}

export function checkPositive(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value > 0)) return;
  throw new TypeError(`${name}: ${value} is no whole number above 0`);
}
