import Table from 'cli-table3';
import {
  type Comparison,
  isFed,
  PREVIEW_VERSION,
  type RelationComparison,
  type VersionState,
} from '../../projector/index.js';

/** How the two are called. */
interface Sides {
  readonly live: string;
  readonly next: string;
}

/** A comparison as lines for people: what is the same in a word, what differs row by row. */
export function comparisonLines(
  comparison: Comparison,
  names: Sides = { live: `v${comparison.live}`, next: `v${comparison.next}` },
): string[] {
  const { projection, live, next, positions, differences, relations, notCompared } = comparison;
  const at = positions.map(({ partition, sequence }) => `${partition}:${sequence}`).join(',');
  const rows = relations.reduce((sum, relation) => sum + relation.rows, 0);
  return [
    `${projection}: v${next} against v${live}, the live one, both at ${at}`,
    ...relations.flatMap((relation) => relationLines(relation, names)),
    ...notCompared.map((what) => `  not compared: ${what}`),
    differences === 0 ? `No difference in ${rows} rows.` : `${differences} of ${rows} rows differ.`,
  ];
}

function relationLines(relation: RelationComparison, sides: Sides): string[] {
  const { name, kind, rows, onlyLive, onlyNext, differing, columns, samples } = relation;
  const what = `  ${kind} ${name}: ${rows} rows`;
  if (onlyLive + onlyNext + differing === 0) return [`${what}, the same`];
  const counts = [
    ...(differing > 0 ? [`${differing} differ`] : []),
    ...(onlyLive > 0 ? [`${onlyLive} only in ${sides.live}`] : []),
    ...(onlyNext > 0 ? [`${onlyNext} only in ${sides.next}`] : []),
  ];
  const byColumn = Object.entries(columns).map(([column, count]) => `    column ${column}: ${count} rows`);
  const shown = samples.map(({ key, only, values }) => {
    const where = Object.entries(key)
      .map(([column, value]) => `${column}=${value}`)
      .join(' ');
    if (only) return `    ${where}: only in ${sides[only]}`;
    const told = Object.entries(values).map(([column, value]) => `${column} ${value.live} → ${value.next}`);
    return `    ${where}: ${told.join(', ')}`;
  });
  return [`${what}: ${counts.join(', ')}`, ...byColumn, ...shown];
}

/** A version as figures. */
export function versionFigures(projection: string, state: VersionState) {
  const sum = (of: (partition: VersionState['partitions'][number]) => number) =>
    state.partitions.reduce((total, partition) => total + of(partition), 0);
  const [applied, total] = [sum(({ sequence }) => sequence), sum(({ head }) => head)];
  return {
    projection,
    version: state.version,
    role: state.version === PREVIEW_VERSION ? 'preview' : state.role,
    applied,
    total,
    lag_seconds: Math.max(0, ...state.partitions.map(({ lagSeconds }) => lagSeconds)),
    parked: state.parked,
    fed_by: isFed(state) ? state.fedBy : null,
    stop: state.stop,
    partitions: state.partitions,
  };
}

export function statusTable(versions: readonly ReturnType<typeof versionFigures>[]): string {
  const table = new Table({
    head: ['projection', 'version', 'applied', 'lag', 'parked', 'fed by', ''],
    style: { head: [], border: [] },
  });
  for (const { projection, version, role, applied, total, lag_seconds, parked, fed_by, stop } of versions) {
    const share = total === 0 ? 100 : Math.floor((applied * 100) / total);
    table.push([
      projection,
      `v${version} ${role}`,
      role === 'retired' ? '' : `${applied}/${total} (${share} %)`,
      role === 'retired' ? '' : `${Math.round(lag_seconds)} s`,
      parked,
      role === 'retired' ? '' : (fed_by ?? 'nobody'),
      stop ? `stopped: ${stop.detail}` : '',
    ]);
  }
  return table.toString();
}
