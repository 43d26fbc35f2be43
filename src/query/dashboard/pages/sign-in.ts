import { html } from '../../html.js';
import type { Page } from '../layout.js';

/** @param fault why the key that was given is not taken */
export function signInPage(next: string, fault?: string): Page {
  return {
    title: 'Sign in',
    status: fault === undefined ? 200 : 401,
    body: html`<section class="card sign-in">
<h1>Sign in</h1>
<form method="post" action="/dashboard/sign-in">
<input type="hidden" name="next" value="${next}">
<label for="key">API key</label>
<input id="key" name="key" type="password" autocomplete="current-password" required spellcheck="false" placeholder="hrk_…"
  aria-describedby="key-help${fault !== undefined && html` key-fault`}"${fault !== undefined && html` aria-invalid="true"`}>
${fault !== undefined && html`<p id="key-fault" class="fault" role="alert">${fault}</p>`}
<p id="key-help" class="help">A key with the scope query shows its organisation, an operator's shows all. It is not kept.</p>
<button class="primary">Sign in</button>
</form>
</section>`,
  };
}

/**
 * For who follows a link from another site: with that, a browser does not send the session's cookie, and it does with
 * the step from here.
 */
export function arrivalPage(onTo: string): Page {
  return {
    title: 'On the way',
    onTo,
    body: html`<p><a href="${onTo}">Go on to the dashboard</a></p>`,
  };
}
