import type { Catalogue } from '../../catalogue/index.js';

/** A route as far as anybody may know it: no address, no secret, and not what its condition says. */
export interface CarryingRoute {
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  /** Where it brings events of the type asked for; `null`: to a webhook. */
  readonly topic: string | null;
  /** `as-sent`, `current`, or a version. */
  readonly as: string;
  /** Field whose text is the record's key; `null`: the event's own. */
  readonly key: string | null;
  /** The only versions it takes; `null`: all. */
  readonly versions: readonly string[] | null;
  /** Whether it takes only events for which some condition holds. */
  readonly isConditional: boolean;
}

/** A table of a read model that events of some type change. */
export interface ReadingTable {
  readonly projection: string;
  readonly version: number;
  readonly table: string;
  /** Name of the table whose rows it counts; `null`: its rows are made of events. */
  readonly counts: string | null;
  /** By field of the event, `envelope.<name>` or one of the payload: the columns that it may change. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
}

/** What the pages tell. */
export interface Contract {
  readonly title: string;
  readonly version: string;
  readonly catalogue: Catalogue;
  /** Left out where the routes of the installation could not be read. */
  readonly routesOf?: (type: string) => readonly CarryingRoute[];
  readonly tablesOf: (type: string) => readonly ReadingTable[];
  /** Whether other systems may publish events of a type. */
  readonly isPublishable: (type: string) => boolean;
  /** The topic that they publish to. */
  readonly inboundTopic: string;
}

/** Files that pages load, as text. */
export interface Assets {
  readonly style: string;
  /** An ES module. */
  readonly script: string;
}
