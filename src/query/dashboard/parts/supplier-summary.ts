import { countOf, rowsOf, textOf } from '../../fields.js';
import { type Html, html } from '../../html.js';
import { paceOf } from '../../imports/pace.js';
import { type Progress, progressOf } from '../../imports/progress.js';
import type { Row } from '../../port.js';
import { processesPath, refusalsPath } from '../paths.js';
import { progressBar } from './bar.js';
import { count, duration, percent, rate } from './figures.js';
import { type LivePart, partOf } from './part.js';

const ID = 'summary';

/** How far a supplier is, in figures: the whole, each kind of resource, and how long it still takes. */
export function supplierSummary(row: Row, minutes: readonly Row[], now: Date): LivePart {
  const progress = progressOf(row);
  const kinds = rowsOf(row, 'resource_types');
  const owner = {
    organisation: textOf(row, 'organisation'),
    import_supplier: textOf(row, 'import_supplier'),
  };
  const figure = (label: string, amount: number, path?: string, tone?: 'bad'): Html =>
    html`<div class="figure${tone && amount > 0 && html` ${tone}`}"><dt>${label}</dt><dd>${
      path !== undefined && amount > 0 ? html`<a href="${path}">${count(amount)}</a>` : count(amount)
    }</dd></div>`;
  const processes = (state: string) => processesPath({ ...owner, state });
  return {
    id: ID,
    body: html`<section${partOf(ID)} aria-label="Progress">
<p class="verdict">${verdict(progress, minutes, now)}</p>
${progressBar(progress)}
<dl class="figures">
${figure('Accepted', progress.accepted, processesPath(owner))}${figure('Waiting', progress.waiting, processes('waiting'))}
${figure('Complete', progress.complete, processes('complete'))}${figure('Error', progress.error, processes('error'), 'bad')}
${figure('Cancelled', progress.cancelled, processes('cancelled'))}
${figure('Refused', countOf(row, 'refused'), refusalsPath(owner), 'bad')}
${figure('Tasks pending', countOf(row, 'post_imports_pending'))}${figure('Tasks failed', countOf(row, 'post_imports_error'), undefined, 'bad')}
</dl>
${kinds.length > 1 && kindsTable(kinds)}
</section>`,
  };
}

function verdict(progress: Progress, minutes: readonly Row[], now: Date): Html {
  const { accepted, waiting } = progress;
  if (accepted === 0) return html`Nothing was accepted yet.`;
  if (waiting === 0)
    return html`<strong>Finished:</strong> all ${count(accepted)} have ended, nothing waits.`;
  const { endedPerSecond, secondsLeft } = paceOf(minutes, waiting, now);
  const ended = accepted - waiting;
  const done = html`${count(ended)} of ${count(accepted)} have ended (${percent(ended, accepted)}), ${count(waiting)} wait.`;
  return secondsLeft === null
    ? html`${done} No estimate: nothing has ended in the last ten minutes.`
    : html`${done} At ${rate(endedPerSecond)} a second, about <strong>${duration(secondsLeft)}</strong> more.`;
}

const kindsTable = (kinds: readonly Row[]) =>
  html`<div class="scroll"><table class="narrow"><thead><tr><th scope="col">Kind</th><th scope="col" class="number">Accepted</th>
<th scope="col" class="number">Waiting</th><th scope="col" class="number">Complete</th><th scope="col" class="number">Error</th>
<th scope="col" class="number">Cancelled</th><th scope="col" class="number">Refused</th></tr></thead>
<tbody>${kinds.map((kind) => {
    const { accepted, waiting, complete, error, cancelled } = progressOf(kind);
    const cells = [accepted, waiting, complete, error, cancelled, countOf(kind, 'refused')];
    return html`<tr><th scope="row">${textOf(kind, 'resource_type')}</th>${cells.map((cell) => html`<td class="number">${count(cell)}</td>`)}</tr>`;
  })}</tbody></table></div>`;
