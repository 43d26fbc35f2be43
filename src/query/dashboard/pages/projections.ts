import { type Html, html } from '../../html.js';
import { conditionOf, worstOf } from '../../lag.js';
import type { Standing } from '../../port.js';
import type { Page } from '../layout.js';
import { livePath } from '../live-paths.js';
import { progressBar } from '../parts/bar.js';
import { count, duration } from '../parts/figures.js';
import { type LivePart, partOf } from '../parts/part.js';
import { state } from '../parts/state.js';
import type { DashboardOptions, VersionFigures } from '../port.js';
import type { SignedIn } from '../visits.js';

type Reads = Pick<DashboardOptions, 'readModels' | 'versions'>;

/** How far the read models are, and what keeps those that are not. */
export async function projectionsPage(reads: Reads, visit: SignedIn): Promise<Page> {
  return {
    title: 'Read models',
    live: livePath({ view: 'projections' }),
    body: html`<h1>Read models</h1>
<p class="help">What lists and pages show is made from the log of events. Lag is the age of the oldest event that is not applied.</p>
${(await projectionsTable(reads)).body}
${visit.viewer.mayOperate && html`<p><a href="/dashboard/parked">Parked events, and what is asked about them</a></p>`}`,
  };
}

const ID = 'projections';

export async function projectionsTable({ readModels, versions }: Reads): Promise<LivePart> {
  const [figures, standings] = await Promise.all([versions(), readModels.standings()]);
  const shown = figures.filter(({ role }) => role !== 'retired');
  return {
    id: ID,
    body: html`<div class="scroll"${partOf(ID)}><table class="list"><thead><tr><th scope="col">Read model</th><th scope="col">State</th>
<th scope="col" class="number">Lag</th><th scope="col" class="number">Events behind</th><th scope="col" class="wide">Applied</th>
<th scope="col" class="number">Parked</th><th scope="col">What is the matter</th></tr></thead>
<tbody>${shown.map((version) => line(version, standings))}</tbody></table></div>`,
  };
}

function line(version: VersionFigures, standings: readonly Standing[]): Html {
  const { projection, role, partitions } = version;
  const total = partitions.reduce((sum, { head }) => sum + head, 0);
  const applied = partitions.reduce((sum, { sequence }) => sum + sequence, 0);
  const lagSeconds = Math.max(0, ...partitions.map((partition) => partition.lagSeconds));
  const behind = Math.max(0, total - applied);
  return html`<tr><th scope="row">${projection} <span class="none">v${version.version}${role === 'live' ? '' : `, ${ROLES[role]}`}</span></th>
<td>${state(conditionOfVersion(version, standings))}</td><td class="number">${duration(lagSeconds)}</td><td class="number">${count(behind)}</td>
<td class="wide">${total === 0 ? html`<span class="none">no events yet</span>` : progressBar({ accepted: total, waiting: behind, complete: applied, error: 0, cancelled: 0 })}</td>
<td class="number${version.parked > 0 && html` bad`}">${count(version.parked)}</td><td>${matter(version)}</td></tr>`;
}

const ROLES = { live: 'shown', previous: 'shown before', other: 'not shown', retired: 'retired' } as const;

/** One that is not shown and still far behind is being filled. */
function conditionOfVersion(version: VersionFigures, standings: readonly Standing[]): string {
  const conditions = version.partitions.map(({ partition, sequence, head, lagSeconds }) => {
    const standing = standings.find(
      (one) =>
        one.name === version.projection && one.version === version.version && one.partition === partition,
    );
    return standing ? conditionOf({ position: sequence, head, lagSeconds }, standing) : 'no_owner';
  });
  const worst = worstOf(conditions);
  return worst === 'catching_up' && version.role === 'other' ? 'rebuilding' : worst;
}

function matter({ stop, fedSecondsAgo, partitions, parked }: VersionFigures): Html {
  const isBehind = partitions.some(({ sequence, head }) => head > sequence);
  if (stop && isBehind) return html`<code>${stop.reason}</code> ${stop.detail}`;
  if (isBehind && fedSecondsAgo === null) return html`No process has ever applied events to it.`;
  if (isBehind && fedSecondsAgo !== null && fedSecondsAgo > 60) {
    return html`No process has applied events to it for ${duration(fedSecondsAgo)}.`;
  }
  if (parked > 0) return html`Events are set aside: what they tell is not shown.`;
  return html`<span class="none">nothing</span>`;
}
