import type { EventType, EventVersions } from '../generated/events.js';

/** The versions of a type, e.g. `'v1' | 'v2'`. */
export type VersionOf<Type extends EventType> = keyof EventVersions[Type] & string;

/** What may be encoded as `T`: the same, but a member that may be null may also be left out, at any depth. */
export type PayloadInput<T> = T extends readonly (infer Item)[]
  ? readonly PayloadInput<Item>[]
  : T extends object
    ? string extends keyof T
      ? T
      : { readonly [K in RequiredKeys<T>]: PayloadInput<T[K]> } & {
          readonly [K in Exclude<keyof T, RequiredKeys<T>>]?: PayloadInput<T[K]> | undefined;
        }
    : T;

type RequiredKeys<T> = { [K in keyof T]-?: null extends T[K] ? never : K }[keyof T];
