import { type Html, html } from '../../html.js';
import type { Progress } from '../../imports/progress.js';
import { count, percent } from './figures.js';

/** A bar of what has ended, and the same in words. Drawn by attributes: a style would be refused by the policy. */
export function progressBar(progress: Progress): Html {
  const { accepted, complete, error, cancelled, waiting } = progress;
  if (accepted === 0) return html`<span class="none">nothing accepted yet</span>`;
  const ended = accepted - waiting;
  const words = `${count(ended)} of ${count(accepted)} ended, ${percent(ended, accepted)}`;
  let from = 0;
  const piece = (tone: string, amount: number): Html | false => {
    const width = (amount * 100) / accepted;
    const drawn = html`<rect class="${tone}" x="${from.toFixed(3)}" width="${width.toFixed(3)}" height="1" />`;
    from += width;
    return amount > 0 && drawn;
  };
  return html`<span class="progress">
    <svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" role="img" aria-label="${words}">
      ${piece('good', complete)}${piece('bad', error)}${piece('over', cancelled)}
    </svg>
    <span class="share">${percent(ended, accepted)}</span>
  </span>`;
}
