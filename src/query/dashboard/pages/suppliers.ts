import { writeCursor } from '../../cursor.js';
import { countOf, textOf } from '../../fields.js';
import { type Html, html } from '../../html.js';
import { progressOf } from '../../imports/progress.js';
import { listParameters } from '../../parameters.js';
import type { ListRequest, ReadModels, Row } from '../../port.js';
import type { Page } from '../layout.js';
import { livePath } from '../live-paths.js';
import { progressBar } from '../parts/bar.js';
import { count } from '../parts/figures.js';
import { filterForm, none, pager } from '../parts/lists.js';
import { type LivePart, partOf } from '../parts/part.js';
import { state } from '../parts/state.js';
import { processesPath, refusalsPath, supplierPath } from '../paths.js';
import { givenOf, type SignedIn } from '../visits.js';

const STATUSES = ['ongoing', 'paused', 'complete'];
/** More would make a page that nobody reads; filters and further pages lead to the others. */
const ROWS = 200;

/** The import suppliers with how far each is. */
export async function suppliersPage(readModels: ReadModels, visit: SignedIn): Promise<Page> {
  const given = givenOf(visit, ['status', 'import_supplier', 'cursor']);
  const { filters, after } = listParameters('import-suppliers', given);
  const request: ListRequest = {
    list: 'import-suppliers',
    organisation: visit.organisation,
    filters,
    after,
    limit: ROWS,
  };
  const { value, freshness } = await readModels.list(request);
  const isOperator = visit.viewer.organisation === null;
  const next = value.next && writeCursor('import-suppliers', value.next);
  return {
    title: 'Imports',
    lagSeconds: freshness.lagSeconds,
    live: livePath({ view: 'suppliers', organisation: visit.chosen }),
    body: html`<h1>Imports</h1>
${filterForm(visit, [
  { name: 'import_supplier', label: 'Import supplier', value: filters.get('import_supplier') },
  { name: 'status', label: 'Status', value: filters.get('status'), oneOf: STATUSES },
])}
${
  value.rows.length === 0
    ? none('No import supplier', visit, freshness.lagSeconds)
    : html`<div class="scroll"><table class="list">
<thead><tr>${isOperator && html`<th scope="col">Organisation</th>`}<th scope="col">Import supplier</th><th scope="col">Status</th>
<th scope="col" class="wide">Ended</th><th scope="col" class="number">Accepted</th><th scope="col" class="number">Waiting</th>
<th scope="col" class="number">Complete</th><th scope="col" class="number">Error</th><th scope="col" class="number">Cancelled</th>
<th scope="col" class="number">Refused</th></tr></thead>
<tbody>${value.rows.map((row) => supplierRow(row, isOperator).body)}</tbody>
</table></div>`
}
${pager(visit, next)}`,
  };
}

/** All that a first page may show. */
export async function rowsOfSuppliers(
  readModels: ReadModels,
  organisation: string | null,
): Promise<readonly Row[]> {
  const all = { list: 'import-suppliers', filters: new Map(), after: undefined, limit: ROWS } as const;
  return (await readModels.list({ ...all, organisation })).value.rows;
}

/** A supplier's line of the table. */
export function supplierRow(row: Row, isOperator: boolean): LivePart {
  const organisation = textOf(row, 'organisation') ?? '';
  const name = textOf(row, 'import_supplier') ?? '';
  const id = `supplier/${JSON.stringify([organisation, name])}`;
  const progress = progressOf(row);
  const processes = (state: string, amount: number): Html =>
    amount === 0
      ? html`0`
      : html`<a href="${processesPath({ organisation: isOperator ? organisation : null, import_supplier: name, state })}">${count(amount)}</a>`;
  const refused = countOf(row, 'refused');
  return {
    id,
    body: html`<tr${partOf(id)}>${isOperator && html`<td>${organisation}</td>`}
<th scope="row"><a href="${supplierPath(organisation, name)}">${name}</a></th><td>${state(textOf(row, 'status'))}</td>
<td class="wide">${progressBar(progress)}</td><td class="number">${count(progress.accepted)}</td>
<td class="number">${processes('waiting', progress.waiting)}</td><td class="number">${count(progress.complete)}</td>
<td class="number${progress.error > 0 && html` bad`}">${processes('error', progress.error)}</td>
<td class="number">${processes('cancelled', progress.cancelled)}</td>
<td class="number${refused > 0 && html` bad`}">${
      refused === 0
        ? html`0`
        : html`<a href="${refusalsPath({ organisation: isOperator ? organisation : null, import_supplier: name })}">${count(refused)}</a>`
    }</td></tr>`,
  };
}
