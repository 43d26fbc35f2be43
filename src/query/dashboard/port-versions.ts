/** One version of a read model, as it stands now. */
export interface VersionFigures {
  readonly projection: string;
  readonly version: number;
  /** live: readers see it; previous: they did before; other: it is being filled; retired: it has no tables any more. */
  readonly role: 'live' | 'previous' | 'other' | 'retired';
  /** Since a process last said that it applies the log to it; null for never. */
  readonly fedSecondsAgo: number | null;
  /** Events set aside. */
  readonly parked: number;
  readonly stop: { readonly reason: string; readonly detail: string } | null;
  readonly partitions: readonly {
    readonly partition: number;
    readonly sequence: number;
    /** Sequence of the newest event in the log. */
    readonly head: number;
    readonly lagSeconds: number;
  }[];
}
