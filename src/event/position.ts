/** A place in the log: the event with this sequence, and all before it, in this partition. */
export interface Position {
  readonly partition: number;
  readonly sequence: number;
}

/** Text form of a list of positions, e.g. `0:17,3:4`: the token a writer hands to a reader. */
export function formatPositions(positions: readonly Position[]): string {
  return positions.map(({ partition, sequence }) => `${partition}:${sequence}`).join(',');
}

/** Reads what {@link formatPositions} wrote; `undefined` for anything else. */
export function parsePositions(text: string): Position[] | undefined {
  const parts = text.split(',').map((part) => /^(\d{1,5}):(\d{1,15})$/.exec(part));
  const positions: Position[] = [];
  for (const part of parts) {
    if (!part) return undefined;
    positions.push({ partition: Number(part[1]), sequence: Number(part[2]) });
  }
  return positions;
}
