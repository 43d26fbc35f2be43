import { type Html, html } from '../html.js';
import type { FieldDescription, TypeOfField } from './describe.js';
import { shapePath } from './paths.js';

/** Fields as a table; `marked` says more of some of them. */
export function fieldTable(
  caption: string,
  fields: readonly FieldDescription[],
  marked: ReadonlyMap<string, string> = new Map(),
): Html {
  return html`<div class="wide" role="region" aria-label="${caption}" tabindex="0"><table>
<caption>${caption}</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Required</th><th scope="col">Description</th></tr></thead>
<tbody>${fields.map(({ name, type, required, description }) => {
    const mark = marked.get(name);
    return html`
<tr><th scope="row"><code>${name}</code>${mark !== undefined && html` <span class="mark">${mark}</span>`}</th><td>${typeText(type)}</td><td>${required ? 'required' : 'optional'}</td><td>${description}</td></tr>`;
  })}
</tbody></table></div>`;
}

function typeText(type: TypeOfField): Html {
  if (type.kind === 'array') return html`list of ${typeText(type.items)}`;
  if (type.kind === 'shape') return html`<a href="${shapePath(type.shape)}">${type.shape}</a>`;
  return html`${WORDS[type.kind]}`;
}

const WORDS: Readonly<Record<'string' | 'long' | 'double' | 'boolean' | 'json', string>> = {
  string: 'text',
  long: 'whole number',
  double: 'number',
  boolean: 'true or false',
  json: 'object (JSON)',
};
