import { writeCursor } from '../../cursor.js';
import { rowsOf, textOf, timeOf } from '../../fields.js';
import { type Html, html } from '../../html.js';
import { listParameters } from '../../parameters.js';
import type { ReadModels, Row } from '../../port.js';
import type { Page } from '../layout.js';
import { orNone, time } from '../parts/figures.js';
import { filterForm, none, pager } from '../parts/lists.js';
import { supplierPath } from '../paths.js';
import { givenOf, type SignedIn } from '../visits.js';

const FAULTS_SHOWN = 5;

/** Requests that were refused: nothing came of them, and nothing of them is kept but what was wrong. */
export async function refusalsPage(readModels: ReadModels, visit: SignedIn): Promise<Page> {
  const given = givenOf(visit, [
    'external_identifier_prefix',
    'import_supplier',
    'resource_type',
    'code',
    'cursor',
  ]);
  const { filters, after, limit } = listParameters('import-refusals', given);
  const { value, freshness } = await readModels.list({
    list: 'import-refusals',
    organisation: visit.organisation,
    filters,
    after,
    limit,
  });
  const isOperator = visit.viewer.organisation === null;
  return {
    title: 'Refusals',
    lagSeconds: freshness.lagSeconds,
    body: html`<h1>Refusals</h1>
<p class="help">Requests that were refused. Nothing came of them; the same import, corrected, is not told apart from a new one.</p>
${filterForm(visit, [
  {
    name: 'external_identifier_prefix',
    label: 'Identifier begins with',
    value: filters.get('external_identifier_prefix'),
  },
  { name: 'import_supplier', label: 'Import supplier', value: filters.get('import_supplier') },
  { name: 'resource_type', label: 'Kind', value: filters.get('resource_type'), oneOf: ['account', 'order'] },
  { name: 'code', label: 'Code', value: filters.get('code') },
])}
${value.rows.length === 0 ? none('No refusal', visit, freshness.lagSeconds) : table(value.rows, isOperator)}
${pager(visit, value.next && writeCursor('import-refusals', value.next))}`,
  };
}

const table = (rows: readonly Row[], isOperator: boolean) =>
  html`<div class="scroll"><table class="list"><thead><tr>${isOperator && html`<th scope="col">Organisation</th>`}
<th scope="col">Identifier</th><th scope="col">Kind</th><th scope="col">Import supplier</th><th scope="col">Faults</th><th scope="col">Refused</th></tr></thead>
<tbody>${rows.map((row) => line(row, isOperator))}</tbody></table></div>`;

function line(row: Row, isOperator: boolean): Html {
  const organisation = textOf(row, 'organisation') ?? '';
  const supplier = textOf(row, 'import_supplier') ?? '';
  const faults = rowsOf(row, 'errors');
  return html`<tr>${isOperator && html`<td>${organisation}</td>`}
<th scope="row">${orNone(textOf(row, 'external_identifier'), 'not readable')}</th><td>${textOf(row, 'resource_type')}</td>
<td><a href="${supplierPath(organisation, supplier)}">${supplier}</a></td>
<td><ul class="faults">${faults
    .slice(0, FAULTS_SHOWN)
    .map(
      (fault) =>
        html`<li><code>${textOf(fault, 'code')}</code>${textOf(fault, 'attr') !== '' && html` at <code>${textOf(fault, 'attr')}</code>`}</li>`,
    )}${faults.length > FAULTS_SHOWN && html`<li>and ${faults.length - FAULTS_SHOWN} more</li>`}${faults.length === 0 && html`<li><code>${textOf(row, 'code')}</code></li>`}</ul></td>
<td class="time">${time(timeOf(row, 'refused_at'))}</td></tr>`;
}
