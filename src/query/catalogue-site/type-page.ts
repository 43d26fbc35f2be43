import { type Html, html } from '../html.js';
import type { TableDescription, TypeDescription, VersionDescription } from './describe.js';
import { fieldTable } from './fields.js';
import { typePath } from './paths.js';
import { routesSection } from './routes-section.js';
import { upcastSection } from './upcast-section.js';

/** All that is known of one event type. */
export function typePage(type: TypeDescription, inboundTopic: string): Html {
  return html`<h1>${type.type}</h1>
<p class="says">${type.description}</p>
<dl>
<dt>Versions</dt><dd>${type.versions.map(({ version }) => version).join(', ')}</dd>
<dt>Partition key</dt><dd>${type.key}</dd>
<dt>For analysts</dt><dd>view <code>${type.analytics_view}</code></dd>
<dt>For programs</dt><dd><a href="${`${typePath(type.type)}.json`}">JSON</a></dd>
</dl>
${routesSection(type, inboundTopic)}
<section><h2 id="versions">Versions</h2>
${type.versions.map((version) => versionSection(version))}</section>
${upcastSection(type)}
<section><h2 id="sample">Sample</h2>
<p>Made up, with every field of ${type.sample.payloadversion}: a CloudEvent in JSON’s structured mode.</p>
<pre tabindex="0"><code>${JSON.stringify(type.sample, null, 2)}</code></pre></section>
${readersSection(type.read_by)}`;
}

function versionSection(version: VersionDescription): Html {
  const { differences } = version;
  const marks = new Map([
    ...(differences?.added ?? []).map((name) => [name, 'new'] as const),
    ...(differences?.now_required ?? []).map((name) => [name, 'now required'] as const),
    ...(differences?.no_longer_required ?? []).map((name) => [name, 'no longer required'] as const),
  ]);
  const removed = differences?.removed ?? [];
  return html`<h3 id="${version.version}">${version.version}</h3>
<p>${version.description} Avro: <a href="${version.schema}"><code>${version.record}</code></a>.</p>
${differences && html`<p>Against the version before: ${marks.size === 0 && removed.length === 0 ? 'the same fields' : changesOf(marks, removed)}.</p>`}
${fieldTable(`Fields of ${version.version}`, version.fields, marks)}
${version.casts_to.length > 0 && html`<p>Every event of it can be turned into ${version.casts_to.join(', ')}.</p>`}
`;
}

function changesOf(marks: ReadonlyMap<string, string>, removed: readonly string[]): Html {
  const changes = [
    ...Array.from(marks, ([name, mark]) => html`<code>${name}</code> is ${mark}`),
    ...removed.map((name) => html`<code>${name}</code> is gone`),
  ];
  return html`${changes.map((change, i) => html`${i > 0 && ', '}${change}`)}`;
}

function readersSection(tables: readonly TableDescription[]): Html {
  return html`<section><h2 id="read-by">Read by</h2>
<p>Tables of the read models that an event changes. Columns are found by trying: each field of a made-up event is changed, and what
comes out differently is listed. A column that is filled under a condition may be missing.</p>
<div class="wide" role="region" aria-label="Tables" tabindex="0"><table>
<thead><tr><th scope="col">Read model</th><th scope="col">Table</th><th scope="col">Columns, by field</th></tr></thead>
<tbody>${tables.map(
    (table) => html`
<tr><td>${table.projection} <small>version ${table.version}</small></td><td><code>${table.table}</code></td><td>${columnsOf(table)}</td></tr>`,
  )}
</tbody></table></div></section>`;
}

function columnsOf({ counts, columns }: TableDescription): Html {
  if (counts !== null) return html`counts rows of <code>${counts}</code>`;
  if (columns.length === 0) return html`only under conditions`;
  return html`<ul>${columns.map(({ from, to }) => html`<li><code>${from}</code> → ${codes(to)}</li>`)}</ul>`;
}

const codes = (names: readonly string[]): Html =>
  html`${names.map((name, i) => html`${i > 0 && ', '}<code>${name}</code>`)}`;
