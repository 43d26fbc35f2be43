import { type Html, html } from '../../html.js';
import { search } from '../paths.js';
import type { SignedIn } from '../visits.js';

interface FilterField {
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  /** The only values there are; any text where left out. */
  readonly oneOf?: readonly string[];
}

/** Filters as a form whose values stand in the address; operators may say whose things they want to see. */
export function filterForm(visit: SignedIn, fields: readonly FilterField[]): Html {
  const all = visit.viewer.organisation === null ? [organisationField(visit), ...fields] : fields;
  const isFiltered = all.some(({ value }) => value !== undefined);
  return html`<form class="filters" method="get" role="search" aria-label="Filters">
${all.map(
  ({ name, label, value, oneOf }) =>
    html`<label>${label} ${
      oneOf
        ? html`<select name="${name}"><option value="">any</option>${oneOf.map(
            (one) =>
              html`<option value="${one}"${one === value && html` selected`}>${one.replaceAll('_', ' ')}</option>`,
          )}</select>`
        : html`<input name="${name}" value="${value ?? ''}" maxlength="255" autocomplete="off">`
    }</label>`,
)}
<button>Filter</button>${isFiltered && html` <a href="${visit.url.split('?')[0] ?? ''}">Clear</a>`}
</form>`;
}

const organisationField = ({ chosen }: SignedIn): FilterField => ({
  name: 'organisation',
  label: 'Organisation',
  value: chosen ?? undefined,
});

/** Why a list is empty: because there is nothing, or because nothing of it has been applied yet. */
export function none(what: string, visit: SignedIn, lagSeconds: number): Html {
  const isFiltered = [...visit.parameters.values()].some((value) => value !== '');
  if (lagSeconds > 0) {
    return html`<p class="empty">${what} yet: the read model has events still to apply, the oldest ${lagSeconds.toFixed(1)} s old.</p>`;
  }
  return html`<p class="empty">${what}${isFiltered ? ' matches the filters' : ' is there'}. All events are applied.</p>`;
}

/** The way to further rows. */
export function pager(visit: SignedIn, next: string | undefined): Html {
  const parameters = Object.fromEntries(visit.parameters);
  const path = visit.url.split('?')[0] ?? '';
  const isFirst = !visit.parameters.has('cursor');
  if (isFirst && next === undefined) return html``;
  return html`<nav class="pager" aria-label="Further rows">
${!isFirst && html`<a href="${path}${search({ ...parameters, cursor: null })}">First page</a>`}
${next !== undefined && html`<a rel="next" href="${path}${search({ ...parameters, cursor: next })}">Next page</a>`}
</nav>`;
}
