import { errorKinds, type RequestError } from '../../../errors.js';
import { html } from '../../html.js';
import type { Page } from '../layout.js';

/** Why there is no page, and what to do. */
export function failurePage(error: RequestError, requestId: string): Page {
  const { remedy } = errorKinds[error.code];
  return {
    title: error.status === 404 ? 'Not found' : 'That did not work',
    status: error.status,
    body: html`<section class="card">
<h1>${error.status === 404 ? 'There is nothing here' : 'That did not work'}</h1>
<p>${error.message}</p>
${error.errors.length > 0 && html`<ul>${error.errors.map(({ attr, detail }) => html`<li><code>${attr}</code> ${detail}</li>`)}</ul>`}
<p class="help">${remedy} <span class="none">${error.code}, request ${requestId}</span></p>
<p><a href="/dashboard/">To the imports</a></p>
</section>`,
  };
}
