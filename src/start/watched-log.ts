import type { EventLog } from '../event/index.js';
import type { InboundTopic } from '../intake/inbound/index.js';
import { HeldError } from '../projector/index.js';
import type { RoleStates } from './role-states.js';

/** A fault of the log itself, not of a partition. */
const WHOLE = 'log';

/** Tells of the reader of a log whether it gets on: a partition whose events it could not take, it has to take first. */
export function watchedLog(log: EventLog, states: RoleStates, role: string, name: string): EventLog {
  return {
    run: (reader, signal) =>
      log.run(
        {
          async assigned(partition, askAgain) {
            const sequence = await reader.assigned(partition, askAgain);
            states.runs(role, `${name} ${WHOLE}`);
            return sequence;
          },
          async deliver(partition, events, more) {
            const part = `${name} ${partition}`;
            try {
              await reader.deliver(partition, events, more);
              states.runs(role, part);
            } catch (error) {
              // Held to be compared or exchanged: that is no fault.
              if (!(error instanceof HeldError)) states.pauses(role, part, error);
              throw error;
            }
          },
          async revoked(partition) {
            states.runs(role, `${name} ${partition}`);
            await reader.revoked(partition);
          },
        },
        signal,
      ),
  };
}

/** The same of the topic that others write; {@link logPauses} tells of its own faults too. */
export function watchedTopic(
  topic: InboundTopic,
  states: RoleStates,
  role: string,
  name: string,
): InboundTopic {
  return {
    run: (reader, signal) =>
      topic.run(
        {
          async assigned(partition) {
            const offset = await reader.assigned(partition);
            states.runs(role, `${name} ${WHOLE}`);
            return offset;
          },
          async deliver(partition, records, nextOffset) {
            const part = `${name} ${partition}`;
            try {
              await reader.deliver(partition, records, nextOffset);
              states.runs(role, part);
            } catch (error) {
              states.pauses(role, part, error);
              throw error;
            }
          },
          async revoked(partition) {
            states.runs(role, `${name} ${partition}`);
            await reader.revoked(partition);
          },
        },
        signal,
      ),
  };
}

/** The log has a fault, and is tried again. */
export function logPauses(states: RoleStates, role: string, name: string, fault: unknown): void {
  states.pauses(role, `${name} ${WHOLE}`, fault);
}
