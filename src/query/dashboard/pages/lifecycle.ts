import { RequestError } from '../../../errors.js';
import { rowsOf, textOf, timeOf } from '../../fields.js';
import { type Html, html } from '../../html.js';
import type { ReadModels, Row } from '../../port.js';
import type { Page } from '../layout.js';
import { duration, orNone, since, time } from '../parts/figures.js';
import { state } from '../parts/state.js';
import type { SignedIn } from '../visits.js';

/** One join or leave process: its steps with the time in each, its supply points, what happened. */
export async function lifecyclePage(
  readModels: ReadModels,
  visit: SignedIn,
  kind: string,
  process: string,
): Promise<Page> {
  const asked = visit.parameters.get('known_by');
  // The funnel names a process by its number, or by its id while no number is known.
  const ways = asked === 'id' ? ['id'] : ['number', 'id'];
  for (const known_by of ways) {
    const { value, freshness } = await readModels.get({
      item: 'supplier-lifecycles',
      organisation: visit.organisation,
      known: { process, kind, known_by },
    });
    const [row] = value;
    if (row) return page(row, freshness.lagSeconds);
  }
  throw new RequestError('not_found', { detail: `There is no ${kind} process ${process}.` });
}

function page(row: Row, lagSeconds: number): Page {
  const process = textOf(row, 'process') ?? '';
  const now = new Date();
  return {
    title: process,
    lagSeconds,
    body: html`<p class="crumbs"><a href="/dashboard/lifecycles">Lifecycles</a> / ${textOf(row, 'kind')}</p>
<h1>${process} ${state(textOf(row, 'status'))}</h1>
<dl class="facts"><dt>Account</dt><dd>${orNone(textOf(row, 'account_number'), 'not known')}</dd>
<dt>Import supplier</dt><dd>${orNone(textOf(row, 'import_supplier'), 'not known')}</dd>
<dt>Organisation</dt><dd>${orNone(textOf(row, 'organisation'), 'not known')}</dd>
<dt>In this step for</dt><dd>${since(timeOf(row, 'open_since'), now)}</dd></dl>
<h2>Steps</h2>
${table(
  ['Step', 'Reached', 'Next reached', 'Took'],
  rowsOf(row, 'steps').map((step) => {
    const seconds = step['seconds'];
    return [
      state(textOf(step, 'step')),
      time(timeOf(step, 'began_at')),
      time(timeOf(step, 'ended_at')),
      typeof seconds === 'number' ? html`${duration(seconds)}` : orNone(null),
    ];
  }),
)}
<h2>Supply points</h2>
${table(
  ['Market', 'MPAN or MPRN', 'State'],
  rowsOf(row, 'supply_point_journeys').map((point) => [
    orNone(textOf(point, 'market_name')),
    orNone(textOf(point, 'external_identifier')),
    state(textOf(point, 'status')),
  ]),
)}
<h2>What happened</h2>
${timeline(rowsOf(row, 'timeline'))}`,
  };
}

function table(heads: readonly string[], rows: readonly (readonly Html[])[]): Html {
  if (rows.length === 0) return html`<p class="empty">None is known.</p>`;
  return html`<div class="scroll"><table class="narrow"><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}

const timeline = (rows: readonly Row[]): Html =>
  rows.length === 0
    ? html`<p class="empty">Nothing was told yet.</p>`
    : html`<ol class="timeline">${rows.map(
        (row) =>
          html`<li>${time(timeOf(row, 'happened_at'))} ${textOf(row, 'what')?.replaceAll('_', ' ')}</li>`,
      )}</ol>`;
