import { writeCursor } from '../../cursor.js';
import { countOf, rowsOf, textOf, timeOf } from '../../fields.js';
import { type Html, html } from '../../html.js';
import { listParameters } from '../../parameters.js';
import type { ReadModels, Row } from '../../port.js';
import type { Page } from '../layout.js';
import { orNone, time } from '../parts/figures.js';
import { filterForm, none, pager } from '../parts/lists.js';
import { state } from '../parts/state.js';
import { processPath, supplierPath } from '../paths.js';
import { givenOf, type SignedIn } from '../visits.js';

const STATES = ['waiting', 'complete', 'error', 'cancelled'];
const KINDS = ['account', 'order'];
const FILTERS = [
  'external_identifier_prefix',
  'import_supplier',
  'resource_type',
  'state',
  'error_code',
  'account_number',
] as const;

/** Import and order processes; filters stand in the address. */
export async function processesPage(readModels: ReadModels, visit: SignedIn): Promise<Page> {
  const { filters, after, limit } = listParameters(
    'import-processes',
    givenOf(visit, [...FILTERS, 'cursor']),
  );
  const { organisation } = visit;
  const { value, freshness } = await readModels.list({
    list: 'import-processes',
    organisation,
    filters,
    after,
    limit,
  });
  const field = (name: (typeof FILTERS)[number], label: string, oneOf?: readonly string[]) => ({
    name,
    label,
    value: filters.get(name),
    ...(oneOf && { oneOf }),
  });
  const isOperator = visit.viewer.organisation === null;
  return {
    title: 'Processes',
    lagSeconds: freshness.lagSeconds,
    body: html`<h1>Processes</h1>
${filterForm(visit, [
  field('external_identifier_prefix', 'Identifier begins with'),
  field('import_supplier', 'Import supplier'),
  field('resource_type', 'Kind', KINDS),
  field('state', 'State', STATES),
  field('error_code', 'Error code'),
  field('account_number', 'Account number'),
])}
${value.rows.length === 0 ? none('No process', visit, freshness.lagSeconds) : table(value.rows, isOperator)}
${pager(visit, value.next && writeCursor('import-processes', value.next))}`,
  };
}

const table = (rows: readonly Row[], isOperator: boolean) =>
  html`<div class="scroll"><table class="list"><thead><tr>${isOperator && html`<th scope="col">Organisation</th>`}
<th scope="col">Identifier</th><th scope="col">Kind</th><th scope="col">Import supplier</th><th scope="col">State</th>
<th scope="col">Why, or what it made</th><th scope="col" class="number">Attempt</th><th scope="col">Accepted</th><th scope="col">Ended</th></tr></thead>
<tbody>${rows.map((row) => line(row, isOperator))}</tbody></table></div>`;

function line(row: Row, isOperator: boolean): Html {
  const organisation = textOf(row, 'organisation') ?? '';
  const kind = textOf(row, 'resource_type') ?? '';
  const identifier = textOf(row, 'external_identifier') ?? '';
  const supplier = textOf(row, 'import_supplier');
  return html`<tr>${isOperator && html`<td>${organisation}</td>`}
<th scope="row"><a href="${processPath(organisation, kind, identifier)}">${identifier}</a></th><td>${kind}</td>
<td>${supplier === null ? orNone(null) : html`<a href="${supplierPath(organisation, supplier)}">${supplier}</a>`}</td>
<td>${state(textOf(row, 'state'))}</td><td>${outcome(row)}</td><td class="number">${countOf(row, 'attempt')}</td>
<td class="time">${time(timeOf(row, 'accepted_at'))}</td><td class="time">${time(timeOf(row, 'finished_at'))}</td></tr>`;
}

function outcome(row: Row): Html {
  const code = textOf(row, 'error_code');
  if (code === null) return orNone(textOf(row, 'identifier'));
  const faults = rowsOf(row, 'errors').map((fault) => textOf(fault, 'attr') ?? '');
  const places = [...new Set(faults)].filter((attr) => attr !== '');
  return html`<code>${code}</code>${places.length > 0 && html` at ${places.slice(0, 3).map((attr, index) => html`${index > 0 && ', '}<code>${attr}</code>`)}${places.length > 3 && ` and ${places.length - 3} more`}`}`;
}
