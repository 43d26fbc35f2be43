import { RequestError } from '../../../errors.js';
import { processKey } from '../../../event/index.js';
import { textOf, timeOf } from '../../fields.js';
import { type Html, html } from '../../html.js';
import type { Row } from '../../port.js';
import type { Page } from '../layout.js';
import { duration, orNone, time } from '../parts/figures.js';
import { state } from '../parts/state.js';
import { supplierPath } from '../paths.js';
import type { Attempt, DashboardOptions, ProcessName, ProcessRecord } from '../port.js';
import { assertOwn, type SignedIn } from '../visits.js';

type Reads = Pick<DashboardOptions, 'readModels' | 'records'>;

/** More of one process are not read by anybody. */
const EVENTS = 200;

/** One process: why it failed, its attempts, its tasks, what was told of it, and what was sent, masked. */
export async function processPage(reads: Reads, visit: SignedIn, name: ProcessName): Promise<Page> {
  assertOwn(visit, name.organisation);
  const { organisation, resourceType, externalIdentifier } = name;
  const { readModels, records } = reads;
  const known = { external_identifier: externalIdentifier, resource_type: resourceType };
  const [projected, record] = await Promise.all([
    readModels.get({ item: 'import-processes', organisation, known }),
    records.find(name),
  ]);
  const [row] = projected.value;
  const { lagSeconds } = projected.freshness;
  if (!row && !record) throw notFound(lagSeconds);
  const [events, payload] = await Promise.all([eventsOf(reads, name), payloadOf(reads, visit, name, record)]);
  const supplier = record?.importSupplier ?? (row && textOf(row, 'import_supplier')) ?? null;
  return {
    title: externalIdentifier,
    lagSeconds,
    body: html`<p class="crumbs"><a href="/dashboard/">Imports</a> / ${organisation}${supplier !== null && html` / <a href="${supplierPath(organisation, supplier)}">${supplier}</a>`} / ${resourceType}</p>
<h1>${externalIdentifier} ${state(record?.state ?? (row ? textOf(row, 'state') : null))}</h1>
${record ? reason(record) : html`<p class="help">It was not taken in here: only its outcome was told.</p>`}
${lateness(record, row, lagSeconds)}
<dl class="facts"><dt>Account number</dt><dd>${orNone(record?.accountNumber ?? (row && textOf(row, 'account_number')) ?? null)}</dd>
${record?.processNumber && html`<dt>Process number</dt><dd>${record.processNumber}</dd>`}
${record?.state === 'waiting' && html`<dt>Waits until</dt><dd>${time(record.expiryWindowEnd)}</dd>`}</dl>
${record && attempts([...record.pastAttempts, record])}
${record && record.tasks.length > 0 && tasks(record)}
<h2>What was told of it</h2>
${timeline(events.rows, events.lagSeconds)}
<h2>What was sent</h2>
${payload}`,
  };
}

const notFound = (lagSeconds: number) =>
  new RequestError('not_found', {
    detail:
      lagSeconds > 0
        ? `There is no such process, nor is there one among the events applied, which are ${lagSeconds.toFixed(1)} s behind.`
        : 'There is no process of this kind and identifier.',
  });

/** What intake knows at once, and the read model a moment later. */
function lateness(record: ProcessRecord | undefined, row: Row | undefined, lagSeconds: number): Html | false {
  if (!record) return false;
  const isBehind = !row || textOf(row, 'state') !== record.state || row['attempt'] !== record.attempt;
  return (
    isBehind &&
    html`<p class="banner">The read model has not come to this yet, so lists and counts do not have it: it is ${lagSeconds.toFixed(1)} s behind.</p>`
  );
}

function reason({ error, state: now, cancelledBecause }: Attempt): Html | false {
  if (error) {
    const faults = error.errors.length > 0 ? error.errors : [{ ...error, attr: '' }];
    return html`<section class="card reason" aria-label="Why it failed"><ul class="faults">${faults.map(
      ({ code, attr, detail }) =>
        html`<li><code>${code}</code>${attr !== '' && html` at <code>${attr}</code>`}: ${detail}</li>`,
    )}</ul></section>`;
  }
  if (now === 'cancelled') {
    return html`<p>Cancelled ${cancelledBecause === 'expired' ? 'because its expiry window ended' : 'because that was asked for'}.</p>`;
  }
  return false;
}

function attempts(all: readonly Attempt[]): Html {
  return html`<h2>Attempts</h2>
<div class="scroll"><table class="narrow"><thead><tr><th scope="col" class="number">No.</th><th scope="col">State</th><th scope="col">Accepted</th>
<th scope="col">Ended</th><th scope="col" class="number">Took</th><th scope="col">Why</th></tr></thead>
<tbody>${all.toReversed().map(
    (one) => html`<tr><th scope="row" class="number">${one.attempt}</th><td>${state(one.state)}</td>
<td class="time">${time(one.acceptedAt)}</td><td class="time">${time(one.finishedAt)}</td><td class="number">${took(one.acceptedAt, one.finishedAt)}</td>
<td>${one.error ? html`<code>${one.error.code}</code>` : orNone(one.cancelledBecause)}</td></tr>`,
  )}</tbody></table></div>`;
}

const took = (from: string, to: string | null) =>
  to === null
    ? html`<span class="none">–</span>`
    : duration((new Date(to).getTime() - new Date(from).getTime()) / 1_000);

function tasks(record: ProcessRecord): Html {
  return html`<h2>Tasks that follow</h2>
<div class="scroll"><table class="narrow"><thead><tr><th scope="col">Task</th><th scope="col">State</th><th scope="col">Planned</th><th scope="col">Ended</th>
<th scope="col" class="number">Tries</th><th scope="col">Why</th></tr></thead>
<tbody>${record.tasks.map(
    (task) => html`<tr><th scope="row">${task.task.replaceAll('_', ' ')}</th><td>${state(task.state)}</td>
<td class="time">${time(task.plannedAt)}</td><td class="time">${time(task.finishedAt)}</td><td class="number">${task.tries}</td>
<td>${task.error ? html`<code>${task.error.code}</code> ${task.error.detail}` : orNone(null)}</td></tr>`,
  )}</tbody></table></div>`;
}

async function eventsOf({ readModels }: Reads, name: ProcessName) {
  const { value, freshness } = await readModels.list({
    list: 'events',
    organisation: name.organisation,
    filters: new Map([['key', processKey(name.organisation, name.resourceType, name.externalIdentifier)]]),
    after: undefined,
    limit: EVENTS,
  });
  return { rows: value.rows, lagSeconds: freshness.lagSeconds };
}

function timeline(rows: readonly Row[], lagSeconds: number): Html {
  if (rows.length === 0) {
    return html`<p class="empty">${
      lagSeconds > 0
        ? `Nothing that the event history has applied yet; it is ${lagSeconds.toFixed(1)} s behind.`
        : 'The event history has nothing of it.'
    }</p>`;
  }
  return html`<ol class="timeline" reversed>${rows.map(
    (row) =>
      html`<li>${time(timeOf(row, 'occurred_at'))} <code>${textOf(row, 'event_type')}</code> <span class="none">${textOf(row, 'source')}</span></li>`,
  )}</ol>`;
}

/** Masked for whoever may import or operate, as by the API; others are told why they see nothing. */
async function payloadOf(
  { records }: Reads,
  { viewer }: SignedIn,
  name: ProcessName,
  record: ProcessRecord | undefined,
): Promise<Html> {
  if (!record) return html`<p class="empty">Nothing was sent here.</p>`;
  if (!viewer.mayImport && !viewer.mayOperate) {
    return html`<p class="empty">This API key may not see payloads, not even masked: that needs the scope import.</p>`;
  }
  const { deleted, payload } = await records.maskedPayload(name);
  if (deleted)
    return html`<p class="empty">It was deleted: the time for which payloads are kept is over.</p>`;
  return html`<p class="help">Of the latest attempt. Values that may be personal are shown as ***.</p>
<pre class="scroll" tabindex="0">${JSON.stringify(payload, undefined, 2)}</pre>`;
}
