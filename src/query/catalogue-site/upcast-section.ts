import { type Html, html } from '../html.js';
import type { TypeDescription } from './describe.js';
import { fieldTable } from './fields.js';
import type { UpcastDescription } from './upcasting.js';

/** How older versions become the one form that readers see. */
export function upcastSection({ current, upcast, versions }: TypeDescription): Html {
  if (versions.length === 1) return html``;
  return html`<section><h2 id="current">Current form</h2>
<p>What readers see, whichever version was sent: the fields of all versions. A field that some version lacks may be null.
Avro: <a href="${current.schema}"><code>${current.record}</code></a>.</p>
${fieldTable('Fields of the current form', current.fields)}
<h3 id="upcast">How older versions become it</h3>
<ol>${upcast.map(stepItem)}</ol></section>`;
}

const VALUES: Readonly<Record<UpcastDescription['adds'][number]['value'], string>> = {
  null: 'null: what was sent does not tell',
  subject: 'taken from the event’s subject (account/…); null where it names none',
  payload: 'worked out from the other fields',
};

function stepItem({ from, to, adds }: UpcastDescription): Html {
  return html`<li>${from} → ${to}: ${
    adds.length === 0
      ? 'nothing is added.'
      : html`<ul>${adds.map(({ field, value }) => html`<li><code>${field}</code>: ${VALUES[value]}</li>`)}</ul>`
  }</li>`;
}
