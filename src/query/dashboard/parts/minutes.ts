import { countOf, timeOf } from '../../fields.js';
import { html } from '../../html.js';
import type { Row } from '../../port.js';
import { count, time } from './figures.js';
import { type LivePart, partOf } from './part.js';

const ID = 'minutes';

interface Minute {
  readonly at: Date;
  accepted: number;
  complete: number;
  error: number;
  cancelled: number;
}

/** What happened minute by minute, newest first: the module draws its chart from this very table. */
export function minutesTable(rows: readonly Row[]): LivePart {
  const minutes = byMinute(rows);
  return {
    id: ID,
    body: html`<div${partOf(ID)} class="beside">${
      minutes.length === 0
        ? html`<p class="empty">Nothing has happened yet.</p>`
        : html`<figure data-chart-of="minutes-table" hidden aria-hidden="true"></figure>
<div class="scroll short" tabindex="0" role="region" aria-label="Figures by minute"><table id="minutes-table" class="narrow">
<thead><tr><th scope="col">Minute</th><th scope="col" class="number">Accepted</th><th scope="col" class="number">Complete</th>
<th scope="col" class="number">Error</th><th scope="col" class="number">Cancelled</th></tr></thead>
<tbody>${minutes.map(
            ({ at, accepted, complete, error, cancelled }) =>
              html`<tr><th scope="row" class="time">${time(at)}</th>${[
                accepted,
                complete,
                error,
                cancelled,
              ].map((amount) => html`<td class="number" data-value="${amount}">${count(amount)}</td>`)}</tr>`,
          )}</tbody></table></div>`
    }</div>`,
  };
}

/** All kinds of resources together. */
function byMinute(rows: readonly Row[]): readonly Minute[] {
  const minutes = new Map<number, Minute>();
  for (const row of rows) {
    const at = timeOf(row, 'minute');
    if (!at) continue;
    const minute = minutes.get(at.getTime()) ?? { at, accepted: 0, complete: 0, error: 0, cancelled: 0 };
    for (const name of ['accepted', 'complete', 'error', 'cancelled'] as const)
      minute[name] += countOf(row, name);
    minutes.set(at.getTime(), minute);
  }
  return [...minutes.values()].sort((one, other) => other.at.getTime() - one.at.getTime());
}
