import type { WaitingProcess } from './claimed.js';
import { aboutProcess, type NewEvent } from './events.js';

/** How a process ends that nobody runs any more. */
export interface CancelledOutcome {
  readonly state: 'cancelled';
  readonly events: readonly NewEvent[];
}

/** @param now Unix milliseconds */
export function isOver({ expiryWindowEnd }: WaitingProcess, now: number): boolean {
  return now >= Date.parse(expiryWindowEnd);
}

/** The outcome of a process that still waits when its expiry window ends: an account's as well as an order's. */
export function expired(process: WaitingProcess): CancelledOutcome {
  const { resourceType, externalIdentifier, expiryWindowEnd: expiry_window_end } = process;
  const about = aboutProcess(process);
  const event =
    resourceType === 'order'
      ? about('data_import.order_process.cancelled', 'v1', {
          external_order_id: externalIdentifier,
          expiry_window_end,
        })
      : about('data_import.import_process.cancelled', 'v1', {
          resource_type: resourceType,
          external_identifier: externalIdentifier,
          expiry_window_end,
        });
  return { state: 'cancelled', events: [event] };
}
