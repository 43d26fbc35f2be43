import type { EventLog, Position, RecordedEvent } from '../event/index.js';
import type { LeaseStore } from '../pacing/lease.js';

/** By partition. */
export type ByPartition<T> = ReadonlyMap<number, T>;

/** How far something that routes go to has come in one partition. */
export interface TargetPosition {
  /** `topic:<topic>` or `webhook:<route>`. */
  readonly target: string;
  readonly partition: number;
  /** Newest event of this partition of the log that is done with: written, queued, or not for this target. */
  readonly sequence: number;
  /**
   * Topics only: every record in this partition of the topic whose event is newer than the positions noted with this
   * one stands at this offset or behind it. 0 where nothing was written yet.
   */
  readonly nextOffset: number;
}

/** Who routes, and how far. Rejections are faults of infrastructure. */
export interface RouterStore extends LeaseStore {
  /** Newest sequence of each partition of the log; 0 for an empty one. */
  heads(): Promise<ByPartition<number>>;
  /** Ids of the events at these places, in this order; `undefined` where the journal no longer has one. */
  idsAt(places: readonly Position[]): Promise<readonly (string | undefined)[]>;
  positions(): Promise<readonly TargetPosition[]>;
  /** Writes positions that are not there yet. */
  begin(epoch: number, positions: readonly TargetPosition[]): Promise<void>;
  /** Raises positions, all or none; never lowers one, and does nothing for an epoch that is not the newest. */
  advance(epoch: number, positions: readonly TargetPosition[]): Promise<void>;
  /** Removes a target's positions, as if it had never been; does nothing for an epoch that is not the newest. */
  forget(epoch: number, target: string): Promise<void>;
  /** Notes why targets are stopped, for whoever looks, and forgets those that are not named. */
  noteStopped(epoch: number, stopped: ReadonlyMap<string, string>): Promise<void>;
  /** Topics that some replay fills at this moment. */
  replayed(): Promise<readonly string[]>;
}

/** An event as it is written to a topic. */
export interface RoutedRecord {
  readonly topic: string;
  /** Partition of the topic. */
  readonly partition: number;
  readonly key: string;
  readonly event: RecordedEvent;
  /** What `payload` is written in: a version of the event's type, or `current`. */
  readonly version: string;
  readonly payload: Buffer;
  /** Why the record is as it came although its route asks for another form; undefined otherwise. */
  readonly notConverted: string | undefined;
}

/** The newest record of a topic's partition that came from one partition of the log. */
export interface Origin {
  readonly topic: string;
  /** Partition of the topic. */
  readonly partition: number;
  /** Place in the log. */
  readonly source: Position;
  /** Id of the event. */
  readonly id: string;
}

/** A place in a topic. */
export interface TopicOffset {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
}

export interface RoutedTopics {
  /**
   * Connects afresh, and makes the topics that are missing.
   *
   * @param mayWrite asked right before bytes leave the process; false cuts the connection instead
   */
  open(topics: readonly string[], partitionCount: number, mayWrite: () => boolean): Promise<TopicsSession>;
}

/**
 * Connections to the topics, dropped as a whole after any fault. Where the fault is one topic's own and no waiting mends
 * it, a next session refuses that topic, so that the others go on.
 */
export interface TopicsSession {
  /** Topics that cannot be written as they must be, and why: nothing may be sent to them. */
  readonly refused: ReadonlyMap<string, string>;
  /** Whether one of these may be tried again by now, in a new session. */
  mayTryAgain(): boolean;
  /** Where each partition of the topics that are not refused begins and ends: the offset of the next record. */
  ends(): Promise<readonly (TopicOffset & { readonly beginning: number })[]>;
  /** The newest record from each partition of the log among those at and behind the given places. */
  originsFrom(places: readonly TopicOffset[]): Promise<readonly Origin[]>;
  /**
   * Resolves when all replicas have acknowledged all records, with the offset behind the newest of each partition.
   * One call at a time. After a rejection nothing is known, and the session is of no more use.
   */
  send(records: readonly RoutedRecord[]): Promise<readonly TopicOffset[]>;
  /** Drops all connections, waiting for nothing. Never rejects. */
  close(): Promise<void>;
}

/** An event that waits to be sent to a webhook. */
export interface Delivery {
  /** Grows in the order of queueing. */
  readonly id: number;
  readonly route: string;
  readonly key: string;
  readonly event: QueuedEvent;
  /** Attempts that failed so far. */
  readonly attempts: number;
  /** When it was queued, or queued again (Unix milliseconds). */
  readonly queuedAt: number;
}

export type QueuedEvent = Pick<RecordedEvent, 'envelope' | 'payload' | 'partition' | 'sequence'>;

/** What the router puts into the queue. `dead`: it can be neither judged nor written, so nobody waits for it. */
export interface NewDelivery {
  readonly route: string;
  readonly key: string;
  readonly event: RecordedEvent;
  readonly dead: { readonly reason: string; readonly detail: string } | undefined;
}

/** The queue of webhooks and the dead letters of all routes. Rejections are faults of infrastructure. */
export interface DeliveryStore {
  /**
   * Puts deliveries into the queue and raises positions, all in one transaction. What is there already stays as it is.
   *
   * @returns false where `epoch` is not the newest or has ended; then nothing is done
   */
  enqueue(
    epoch: number,
    deliveries: readonly NewDelivery[],
    positions: readonly TargetPosition[],
  ): Promise<boolean>;
  /** The first of a route's queue whose keys are not among `except`, in order. */
  next(route: string, except: readonly string[], limit: number): Promise<readonly Delivery[]>;
  /** They have arrived, and leave the queue. */
  delivered(ids: readonly number[]): Promise<void>;
  /** An attempt failed. With a reason it leaves the queue for the dead letters. */
  failed(id: number, attempt: { readonly detail: string; readonly dead: string | undefined }): Promise<void>;
}

/** What a webhook answered to one request. */
export type WebhookAnswer =
  | { readonly outcome: 'taken' }
  /** `retryAfterMs` is what the other side asks for; undefined where it says nothing. Detail holds no address. */
  | { readonly outcome: 'refused'; readonly detail: string; readonly retryAfterMs: number | undefined };

/** Sends one signed request. Never rejects: whatever happens is an answer. */
export type SendWebhook = (request: {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}) => Promise<WebhookAnswer>;

/** The log, read under a name that no other reader has. */
export type OpenLog = (name: string) => Promise<EventLog>;
