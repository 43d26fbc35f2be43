import type { Call } from './call.js';

/** A call, or a part of one, that clients are asked to leave. */
export interface Deprecation {
  readonly method: Call['method'];
  /** As the router has it: `/v1/things/:thing/`. */
  readonly path: string;
  /** Only requests with this query parameter. */
  readonly parameter?: string;
  /** Only this field of the answer. */
  readonly field?: string;
  /** `YYYY-MM-DD`: since when. */
  readonly since: string;
  /** `YYYY-MM-DD`: when it ends; left out while that is open. */
  readonly sunset?: string;
  /** Where to read what to use instead. */
  readonly link?: string;
}

/** Everything that is deprecated: the document marks it, and answers say so in `Deprecation` and `Sunset`. */
export const deprecations: readonly Deprecation[] = [];
