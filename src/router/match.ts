import type { Catalogue, Payload } from '../catalogue/index.js';
import { DataFault } from '../errors.js';
import type { RecordedEvent } from '../event/index.js';
import type { Plan, RouteTable } from './compile.js';
import { Decoding } from './convert.js';

/** An event that goes to some target. */
export interface Match {
  readonly plan: Plan;
  readonly key: string;
  /** Shared by all matches of one event. */
  readonly decoding: Decoding;
}

/** An event of which cannot be said whether it goes to a target, or under which key. */
export interface Unjudged {
  readonly plan: Plan;
  readonly event: RecordedEvent;
  readonly fault: DataFault;
}

export interface Matches {
  /** In the order of the events. */
  readonly matches: readonly Match[];
  readonly unjudged: readonly Unjudged[];
}

const NO_PAYLOAD: Payload = {};

/**
 * What is to be done with events; nothing is decoded that need not be.
 *
 * @param wants whether this target still has to see this event
 * @throws Error for an event whose type or version this catalogue has not: passing over it would lose it
 */
export function matchEvents(
  catalogue: Catalogue,
  table: RouteTable,
  events: readonly RecordedEvent[],
  wants: (target: string, event: RecordedEvent) => boolean,
): Matches {
  const matches: Match[] = [];
  const unjudged: Unjudged[] = [];
  for (const event of events) {
    const { envelope } = event;
    const plans = table.plansOf(envelope.type, envelope.version);
    if (!plans) {
      throw new Error(
        `partition ${event.partition}, sequence ${event.sequence}: ${envelope.type} ${envelope.version} is not in the ` +
          'catalogue of this process. Is it older than the one that wrote the event?',
      );
    }
    let decoding: Decoding | undefined;
    for (const plan of plans) {
      if (!wants(plan.target, event)) continue;
      decoding ??= new Decoding(catalogue, event);
      const data = plan.needsPayload ? decoding.current() : NO_PAYLOAD;
      if (data instanceof DataFault) unjudged.push({ plan, event, fault: data });
      else if (plan.matches(envelope, data)) {
        matches.push({ plan, key: plan.keyOf(envelope, data), decoding });
      }
    }
  }
  return { matches, unjudged };
}
