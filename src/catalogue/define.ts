import type { Envelope } from '../event/index.js';
import type { CurrentEvents, EventType, EventVersions } from '../generated/events.js';
import type { Payload } from './model.js';

/** One step of a chain: from one version to the next newer one. */
export interface UpcastStep {
  /** The next version. */
  readonly to: string;
  /** What the next version says that this one does not. Pure; unknown is null, never invented, never 0 or ''. */
  add(event: Payload, envelope: Envelope): Payload;
}

/** The upcast of a type: for every version but the newest, the step that leads on from it. */
export interface Upcast {
  readonly type: string;
  readonly steps: Readonly<Record<string, UpcastStep>>;
}

type Versions<Type extends EventType> = EventVersions[Type];

/** The fields that version `To` has and `From` has not, each possibly unknown. */
type Added<Type extends EventType, From extends keyof Versions<Type>, To extends keyof Versions<Type>> = {
  readonly [Name in Exclude<keyof Versions<Type>[To], keyof Versions<Type>[From]>]:
    | Versions<Type>[To][Name]
    | null;
};

type StepsOf<Type extends EventType> = {
  readonly [From in keyof Versions<Type>]?: {
    [To in Exclude<keyof Versions<Type>, From>]: {
      readonly to: To;
      add(event: CurrentEvents[Type], envelope: Envelope): Added<Type, From, To>;
    };
  }[Exclude<keyof Versions<Type>, From>];
};

/**
 * Defines how older versions of a type become the current form; the default export of `schemas/<type>/upcast.ts`.
 *
 * A step is given the event in current form, with null where its version and the steps before say nothing, and returns
 * the fields that the next version adds. It is a pure function of event and envelope: no look-ups, clock or chance,
 * because routers and consumers elsewhere run it too.
 */
export function defineUpcast<Type extends EventType>(type: Type, steps: StepsOf<Type>): Upcast {
  return { type, steps: Object.fromEntries(Object.entries(steps)) };
}

/** The account number in a subject such as `account/A-1234`, or null: for versions that do not tell it themselves. */
export function accountNumberOf(envelope: Envelope): string | null {
  return /^account\/(.+)$/.exec(envelope.subject ?? '')?.[1] ?? null;
}
