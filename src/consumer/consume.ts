import { letterBox } from '../adapters/kafka/letter-box.js';
import { topicGroup } from '../adapters/kafka/topic-group.js';
import { embeddedRegistry } from '../adapters/registry/embedded.js';
import type { SchemaRegistry } from '../adapters/registry/port.js';
import { schemasOf } from '../adapters/registry/schemas.js';
import { type Catalogue, loadCatalogue } from '../catalogue/index.js';
import type { ConsumerCounts } from './context.js';
import { letterTopics } from './dead-letters.js';
import { Decoders } from './decoders.js';
import type { ConsumedType } from './event.js';
import { textOf } from './faults.js';
import type { BatchHandler } from './in-batches.js';
import type { EventHandler } from './one-by-one.js';
import {
  type ConnectionOptions,
  type ConsumeBatchesOptions,
  type ConsumeOptions,
  type Consumer,
  checkOptions,
  checkPositive,
  DEFAULTS,
} from './options.js';
import type { Partition } from './port.js';
import { type Handling, Session } from './session.js';

/**
 * Handles the events of topics, each at least once, those of one key in order. Returns at once and works until
 * `stop()`; whatever fails on the way is retried, and told to `onFault`.
 *
 * @throws TypeError for options that cannot work
 */
export function consume(options: ConsumeOptions): Consumer {
  checkPositive('keysAtOnce', options.keysAtOnce);
  const handlers = new Map<string, EventHandler>();
  for (const [type, handler] of Object.entries(options.handlers)) if (handler) handlers.set(type, handler);
  const keysAtOnce = options.keysAtOnce ?? DEFAULTS.keysAtOnce;
  return start(options, [...handlers.keys()], { kind: 'events', handlers, keysAtOnce });
}

/**
 * {@link consume} for handlers that take many events at a time; with `positions`, their effect happens once.
 *
 * @throws TypeError for options that cannot work
 */
export function consumeBatches<Type extends ConsumedType>(options: ConsumeBatchesOptions<Type>): Consumer {
  checkPositive('eventsMax', options.eventsMax);
  const { types, handle, positions } = options;
  const eventsMax = options.eventsMax ?? DEFAULTS.eventsMax;
  // Only events of these types are handed over.
  const handler = handle as BatchHandler;
  return start(options, types, { kind: 'batches', types: new Set(types), handler, eventsMax, positions });
}

function start(options: ConnectionOptions, types: readonly string[], handling: Handling): Consumer {
  const retry = checkOptions(options, types);
  const settings = { ...DEFAULTS, ...options };
  const onFault = safely(options.onFault ?? ((fault) => console.error(fault)));
  const kafka = {
    brokers: options.brokers,
    clientId: `headrace-consumer-${options.group}`,
    ...(options.log && { log: options.log }),
    ...(options.security && { security: options.security }),
  };
  const counts: ConsumerCounts = { handled: 0, skipped: 0, repeated: 0, deadLetters: 0 };
  const stop = new AbortController();
  const joined = deferred<void>();
  const failed = deferred<Error>();
  let assigned: readonly Partition[] = [];

  const run = async (): Promise<void> => {
    const catalogue = await loadCatalogue();
    const unknown = types.find((type) => !catalogue.types.has(type) || catalogue.types.get(type)?.internal);
    if (unknown !== undefined) throw new TypeError(`${unknown}: no event type of the catalogue`);
    const registry = await openRegistry(options.registryUrl, catalogue);
    const box = letterBox(kafka);
    const session = new Session({
      handling,
      from: settings.from,
      decoders: new Decoders(registry, catalogue),
      retry,
      deadLetters: options.deadLetters ?? letterTopics(box, options.group),
      counts,
      onFault,
      onAssigned: (partitions) => {
        assigned = partitions;
        joined.resolve();
      },
    });
    try {
      await topicGroup(kafka, { ...settings, onFault }).run(session, stop.signal);
    } finally {
      assigned = [];
      await box.close();
    }
  };
  const running = run().catch((error: unknown) => {
    const fault = error instanceof Error ? error : new Error(textOf(error));
    onFault(fault);
    failed.resolve(fault);
  });

  return {
    joined: joined.promise,
    failed: failed.promise,
    get assigned() {
      return assigned;
    },
    counts,
    stop() {
      stop.abort();
      return running;
    },
  };
}

/** Schemas are only read: who writes a topic registers them. */
async function openRegistry(url: string | undefined, catalogue: Catalogue): Promise<SchemaRegistry> {
  const schemas = schemasOf(catalogue);
  if (url === undefined) return embeddedRegistry(schemas);
  // Loaded only where it is used: the client library is larger than the rest.
  const { confluentRegistry } = await import('../adapters/registry/confluent.js');
  return confluentRegistry({ url, schemas });
}

/** A listener that throws must not stop what it listens to. */
function safely(listener: (fault: Error) => void): (fault: Error) => void {
  return (fault) => {
    try {
      listener(fault);
    } catch (error) {
      console.error(fault, error);
    }
  };
}

function deferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
