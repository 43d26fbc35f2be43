import { writeCursor } from '../../cursor.js';
import { countOf, textOf, textsOf, timeOf } from '../../fields.js';
import { type Html, html } from '../../html.js';
import { listParameters } from '../../parameters.js';
import type { ReadModels, Row } from '../../port.js';
import { lifecycleStatuses } from '../../resources.js';
import type { Page } from '../layout.js';
import { count, since } from '../parts/figures.js';
import { filterForm, none, pager } from '../parts/lists.js';
import { state } from '../parts/state.js';
import { lifecyclePath } from '../paths.js';
import { givenOf, type SignedIn } from '../visits.js';

const KINDS = ['join', 'leave', 'unknown'];
const ROWS = 200;

/** Where joining and leaving processes stand: how many in each step, how long, and those stuck longest. */
export async function lifecyclesPage(readModels: ReadModels, visit: SignedIn): Promise<Page> {
  const { filters, after } = listParameters(
    'lifecycle-funnel',
    givenOf(visit, ['import_supplier', 'kind', 'status', 'cursor']),
  );
  const { value, freshness } = await readModels.list({
    list: 'lifecycle-funnel',
    organisation: visit.organisation,
    filters,
    after,
    limit: ROWS,
  });
  const isOperator = visit.viewer.organisation === null;
  const now = new Date();
  const kinds = KINDS.map((kind) => ({
    kind,
    rows: value.rows.filter((row) => textOf(row, 'kind') === kind).toSorted(byStep),
  }));
  return {
    title: 'Lifecycles',
    lagSeconds: freshness.lagSeconds,
    body: html`<h1>Lifecycles</h1>
${filterForm(visit, [
  { name: 'import_supplier', label: 'Import supplier', value: filters.get('import_supplier') },
  { name: 'kind', label: 'Kind', value: filters.get('kind'), oneOf: KINDS },
  { name: 'status', label: 'Step', value: filters.get('status'), oneOf: lifecycleStatuses },
])}
${value.rows.length === 0 && none('No join or leave process', visit, freshness.lagSeconds)}
${kinds.map(({ kind, rows }) => rows.length > 0 && funnel(kind, rows, isOperator, now))}
${pager(visit, value.next && writeCursor('lifecycle-funnel', value.next))}`,
  };
}

/** The order in which steps are reached; those that have ended come last, as they are no work any more. */
function byStep(one: Row, other: Row): number {
  const step = (row: Row) => lifecycleStatuses.indexOf(textOf(row, 'status') ?? '');
  return step(one) - step(other) || countOf(other, 'processes') - countOf(one, 'processes');
}

function funnel(kind: string, rows: readonly Row[], isOperator: boolean, now: Date): Html {
  const most = Math.max(...rows.map((row) => countOf(row, 'processes')));
  const title = { join: 'Joining', leave: 'Leaving' }[kind] ?? 'Not known whether joining or leaving';
  return html`<h2>${title}</h2>
<div class="scroll"><table class="list"><thead><tr>${isOperator && html`<th scope="col">Organisation</th>`}<th scope="col">Import supplier</th>
<th scope="col">Step</th><th scope="col" class="number">Processes</th><th scope="col" class="wide"><span class="hidden">Share</span></th>
<th scope="col" class="number">Half of them for</th><th scope="col" class="number">Longest</th><th scope="col">Stuck longest</th></tr></thead>
<tbody>${rows.map((row) => {
    const amount = countOf(row, 'processes');
    return html`<tr>${isOperator && html`<td>${textOf(row, 'organisation') ?? html`<span class="none">in dispute</span>`}</td>`}
<td>${textOf(row, 'import_supplier') ?? html`<span class="none">not known</span>`}</td><th scope="row">${state(textOf(row, 'status'))}</th>
<td class="number">${count(amount)}</td>
<td class="wide"><svg class="bar plain" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect class="busy" width="${((amount * 100) / most).toFixed(2)}" height="1" /></svg></td>
<td class="number">${since(timeOf(row, 'open_since_median'), now)}</td><td class="number">${since(timeOf(row, 'open_since_least'), now)}</td>
<td>${textsOf(row, 'stuck_first')
      .slice(0, 5)
      .map(
        (process) => html`<a class="sample" href="${lifecyclePath(kind, process)}">${process}</a>`,
      )}</td></tr>`;
  })}</tbody></table></div>`;
}
