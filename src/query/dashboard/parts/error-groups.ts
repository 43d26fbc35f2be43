import { countOf, textOf } from '../../fields.js';
import { type Html, html } from '../../html.js';
import { examplesOf, mostFrequentFirst, type Samples } from '../../imports/faults.js';
import type { Row } from '../../port.js';
import { failedRowsPath, processesPath, processPath, refusalsPath } from '../paths.js';
import type { Viewer } from '../port.js';
import { count } from './figures.js';

interface ErrorGroups {
  readonly organisation: string;
  readonly name: string;
  /** Rows of `import-errors`. */
  readonly rows: readonly Row[];
  readonly samples: Samples;
  readonly viewer: Viewer;
}

/** What failed and what was refused, by code and place, the most frequent first, with examples of each. */
export function errorGroups(groups: ErrorGroups): Html {
  const { rows } = groups;
  if (rows.length === 0) return html`<p class="empty">No process has failed and no request was refused.</p>`;
  return html`${downloads(groups)}
<div class="scroll"><table class="list"><thead><tr><th scope="col">Code</th><th scope="col">Place in the payload</th>
<th scope="col" class="number">Failed now</th><th scope="col" class="number">Refusals ever</th><th scope="col">For example</th>
<th scope="col"></th></tr></thead>
<tbody>${mostFrequentFirst(rows).map((row) => groupRow(row, groups))}</tbody></table></div>`;
}

function groupRow(row: Row, { organisation, name, samples, viewer }: ErrorGroups): Html {
  const code = textOf(row, 'code') ?? '';
  const attr = textOf(row, 'attr') ?? '';
  const kind = textOf(row, 'resource_type') ?? '';
  const [processes, refusals] = [countOf(row, 'processes'), countOf(row, 'refusals')];
  const scope = { organisation: viewer.organisation === null ? organisation : null, import_supplier: name };
  return html`<tr><th scope="row"><code>${code}</code></th><td>${attr === '' ? html`<span class="none">the whole</span>` : html`<code>${attr}</code>`}</td>
<td class="number">${processes === 0 ? '0' : html`<a href="${processesPath({ ...scope, state: 'error', error_code: code })}">${count(processes)}</a>`}</td>
<td class="number">${refusals === 0 ? '0' : html`<a href="${refusalsPath(scope)}">${count(refusals)}</a>`}</td>
<td>${examplesOf(row, samples).map((sample) => sampleOf(sample, organisation, kind))}</td>
<td>${processes > 0 && viewer.mayImport && html`<a download href="${failedRowsPath(organisation, name, kind, { code, attr })}">Download</a>`}</td></tr>`;
}

function sampleOf(sample: Row, organisation: string, kind: string): Html {
  const identifier = textOf(sample, 'external_identifier');
  if (identifier === null) return html`<span class="sample none">no identifier</span>`;
  return 'refused_at' in sample
    ? html`<span class="sample">${identifier} <span class="none">refused</span></span>`
    : html`<a class="sample" href="${processPath(organisation, kind, identifier)}">${identifier}</a>`;
}

/** The way to what failed, to be corrected and sent again; or why there is none. */
function downloads({ rows, viewer, organisation, name }: ErrorGroups): Html {
  const kinds = [
    ...new Set(
      rows.filter((row) => countOf(row, 'processes') > 0).map((row) => textOf(row, 'resource_type') ?? ''),
    ),
  ];
  if (kinds.length === 0)
    return html`<p class="help">What was refused was not stored: correct it where it came from, and send it again.</p>`;
  if (!viewer.mayImport) {
    return html`<p class="help">Failed rows can be downloaded with an API key of ${organisation} that has the scope import: they are its customers' data.</p>`;
  }
  return html`<p class="help">Failed rows as they were sent, to be corrected and sent again: ${kinds.map(
    (kind, index) =>
      html`${index > 0 && ', '}<a download href="${failedRowsPath(organisation, name, kind)}">${kind}s</a>`,
  )} (NDJSON, a payload a line${kinds.includes('account') && ', as the bulk import takes them'}). Payloads whose time is over are left out.</p>`;
}
