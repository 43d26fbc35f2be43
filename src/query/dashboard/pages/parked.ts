import { RequestError } from '../../../errors.js';
import { type Html, html } from '../../html.js';
import type { Page } from '../layout.js';
import { count, time } from '../parts/figures.js';
import { state } from '../parts/state.js';
import type { DashboardOptions, Parked, ParkedKey, RedriveOrder, RedriveProgress } from '../port.js';
import type { SignedIn } from '../visits.js';

type Reads = Pick<DashboardOptions, 'parked' | 'versions'>;

const KEYS_SHOWN = 200;
const REQUESTS_SHOWN = 10;

/** Events that could not be applied, and requests to try again. For operators. */
export async function parkedPage({ parked, versions }: Reads, { viewer }: SignedIn): Promise<Page> {
  if (!viewer.mayOperate) throw operatorsOnly();
  const live = (await versions()).filter(({ role }) => role === 'live');
  const [requests, ...found] = await Promise.all([
    parked.requests(REQUESTS_SHOWN),
    ...live.map(async ({ projection }) => ({
      projection,
      keys: await parked.list(projection, KEYS_SHOWN),
    })),
  ]);
  const some = found.filter(({ keys }) => keys.length > 0);
  return {
    title: 'Parked events',
    body: html`<h1>Parked events</h1>
<p class="help">Events that a read model could not apply, with later ones of the same key. They are applied again by the running service, in order, with today's code.</p>
${some.length === 0 && html`<p class="empty">No event is parked.</p>`}
${some.map(({ projection, keys }) => parkedTable(projection, keys))}
<h2 id="requests">Requests</h2>
${requestsTable(requests)}`,
  };
}

const operatorsOnly = () =>
  new RequestError('permission_denied', { detail: 'Parked events are for operators.' });

function parkedTable(projection: string, keys: readonly ParkedKey[]): Html {
  return html`<h2>${projection}</h2>
<div class="actions">${keys.length === KEYS_SHOWN ? `The first ${count(KEYS_SHOWN)} keys.` : keys.length === 1 ? 'One key.' : `${count(keys.length)} keys.`}
${requestForm({ projection, dryRun: false }, 'Redrive all')}
${requestForm({ projection, dryRun: true }, 'Try all, and undo')}</div>
<div class="scroll below"><table class="list"><thead><tr><th scope="col">Key</th><th scope="col">Event type</th><th scope="col">Reason</th>
<th scope="col" class="number">Events</th><th scope="col" class="number">Tries</th><th scope="col">Parked</th><th scope="col">Do</th></tr></thead>
<tbody>${keys.map(
    (
      parked,
    ) => html`<tr><th scope="row">${parked.key === '' ? html`<span class="none">not readable</span>` : parked.key}
<span class="none">${parked.partition}:${parked.firstSequence}</span></th><td><code>${parked.type}</code></td>
<td><code>${parked.reason}</code> ${parked.detail}</td><td class="number">${count(parked.events)}</td><td class="number">${count(parked.attempts)}</td>
<td class="time">${time(parked.parkedAt)}</td>
<td class="actions">${
      parked.key === ''
        ? html`<span class="none">on the command line</span>`
        : html`${requestForm({ projection, dryRun: false, key: parked.key }, 'Redrive')}
${requestForm({ projection, dryRun: true, key: parked.key }, 'Try')}`
    }</td></tr>`,
  )}</tbody></table></div>`;
}

function requestForm({ projection, dryRun, key }: RedriveOrder, label: string): Html {
  return html`<form class="inline" method="post" action="/dashboard/parked">
<input type="hidden" name="projection" value="${projection}">
${dryRun && html`<input type="hidden" name="dry_run" value="true">`}${key !== undefined && html`<input type="hidden" name="key" value="${key}">`}
<button${key !== undefined && html` aria-label="${label} ${key}"`}>${label}</button></form>`;
}

function requestsTable(requests: readonly RedriveProgress[]): Html {
  if (requests.length === 0) return html`<p class="empty">Nothing was asked for yet.</p>`;
  return html`<div class="scroll"><table class="list"><thead><tr><th scope="col" class="number">No.</th><th scope="col">Read model</th><th scope="col">What</th>
<th scope="col">State</th><th scope="col" class="number">Keys</th><th scope="col" class="number">Pending</th><th scope="col" class="number">Done</th>
<th scope="col" class="number">Failed again</th><th scope="col">Asked for</th></tr></thead>
<tbody>${requests.map(
    (
      one,
    ) => html`<tr><th scope="row" class="number">${one.redrive}</th><td>${one.projection}</td><td>${one.action}${one.dryRun && ', tried and undone'}</td>
<td>${state(stateOf(one))}</td><td class="number">${count(one.keys)}</td><td class="number">${count(one.pending)}</td><td class="number">${count(one.done)}</td>
<td class="number${one.failed > 0 && html` bad`}">${count(one.failed)}</td><td class="time">${time(one.requestedAt)}</td></tr>`,
  )}</tbody></table></div>`;
}

function stateOf({ pending, failed, cancelled, keys }: RedriveProgress): string {
  if (pending > 0) return 'pending';
  if (failed > 0) return 'failed';
  return cancelled > 0 && cancelled === keys ? 'cancelled' : 'done';
}

/** Files what the form asks for. @throws RequestError where it may not, or there is no such read model */
export async function fileRedrive(
  parked: Parked,
  { viewer }: SignedIn,
  form: URLSearchParams,
): Promise<void> {
  if (!viewer.mayOperate) throw operatorsOnly();
  const projection = form.get('projection');
  const key = form.get('key');
  if (!projection) throw new RequestError('not_found');
  const order: RedriveOrder = { projection, dryRun: form.get('dry_run') === 'true' };
  const filed = await parked.file(key === null ? order : { ...order, key });
  if (filed === undefined) throw new RequestError('not_found');
}
