import type { Shape, TypeInfo } from '../../catalogue/index.js';
import { type Html, html } from '../html.js';
import { domainOf } from './describe.js';
import { BASE, shapePath, typePath } from './paths.js';
import { fieldNames, isFound, termsOf } from './search.js';

export interface IndexEntry {
  readonly info: TypeInfo;
  /** The topics of this installation that carry it. */
  readonly topics: readonly string[];
}

/** All types by domain, or those that a search finds; then the shapes. */
export function indexPage(entries: readonly IndexEntry[], shapes: readonly Shape[], query: string): Html {
  const terms = termsOf(query);
  const found = entries.filter(({ info, topics }) => isFound(terms, info, topics));
  const versions = entries.reduce((sum, { info }) => sum + info.versions.length, 0);
  return html`<h1>Event catalogue</h1>
<p>${entries.length} event types in ${versions} versions, and ${shapes.length} shapes that they share.</p>
<form role="search" action="${BASE}/" method="get">
<label for="q">Search types, descriptions, fields and topics</label>
<input id="q" name="q" type="search" value="${query}" maxlength="200" autocomplete="off" spellcheck="false">
<button>Search</button>
</form>
<p id="found" role="status">${foundText(found.length, query)}</p>
${[...domainsOf(found)].map(([domain, list]) => domainSection(domain, list))}
${
  terms.length === 0 &&
  html`<section id="shapes"><h2>Shapes</h2>
<ul class="columns">${shapes.map(({ name }) => html`<li><a href="${shapePath(name)}">${name}</a></li>`)}</ul></section>`
}`;
}

const foundText = (count: number, query: string): Html | string =>
  query.trim() === '' ? '' : html`${count} found for “${query.trim()}”. <a href="${BASE}/">Show all</a>`;

function domainsOf(entries: readonly IndexEntry[]): ReadonlyMap<string, readonly IndexEntry[]> {
  const domains = new Map<string, IndexEntry[]>();
  for (const entry of entries) {
    const domain = domainOf(entry.info.name);
    domains.set(domain, [...(domains.get(domain) ?? []), entry]);
  }
  return domains;
}

function domainSection(domain: string, entries: readonly IndexEntry[]): Html {
  return html`<section class="domain"><h2>${domain} <small>${entries.length}</small></h2>
<ul class="types">${entries.map(
    ({ info, topics }) => html`<li data-fields="${fieldNames(info).join(' ')}">
<a href="${typePath(info.name)}">${info.name}</a> <span class="versions">${info.versions.map(({ version }) => version).join(' ')}</span>
<span class="says">${info.description}</span>${topics.map((topic) => html` <code>${topic}</code>`)}</li>`,
  )}</ul></section>
`;
}
