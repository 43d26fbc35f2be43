import { type Html, html } from '../../html.js';

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

/** `12,345`. */
export const count = (value: number): string => whole.format(value);

/** `12,345`, or `3.5` where there is little of it. */
export const rate = (value: number): string => (value < 10 ? fine : whole).format(value);

/** Of a whole in percent, rounded down: 100 % is all of it, and nothing less. */
export function percent(part: number, total: number): string {
  return total === 0 ? '' : `${Math.floor((part * 100) / total)} %`;
}

const UNITS: readonly (readonly [string, number])[] = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
];

/** The two largest units, `2 h 5 min`; below a second in milliseconds. */
export function duration(seconds: number): string {
  if (seconds < 1) return seconds <= 0 ? '0 s' : `${Math.max(1, Math.round(seconds * 1_000))} ms`;
  const parts: string[] = [];
  let rest = Math.round(seconds);
  for (const [unit, size] of UNITS) {
    const amount = Math.floor(rest / size);
    if (amount === 0 && parts.length === 0) continue;
    rest -= amount * size;
    if (amount > 0) parts.push(`${amount} ${unit}`);
    if (parts.length === 2 || amount === 0) break;
  }
  return parts.join(' ');
}

/** In UTC; where scripts run, they show it in the zone that was chosen. */
export function time(at: Date | string | null, otherwise = '–'): Html {
  if (at === null) return html`<span class="none">${otherwise}</span>`;
  const iso = (typeof at === 'string' ? new Date(at) : at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)}</time>`;
}

/** How long ago, with the time itself beside it for who points at it. */
export function since(at: Date | null, now: Date): Html {
  if (at === null) return html`<span class="none">–</span>`;
  const seconds = Math.max(0, (now.getTime() - at.getTime()) / 1_000);
  return html`<span title="${at.toISOString()}">${duration(seconds)}</span>`;
}

/** A text, or that there is none. */
export const orNone = (text: string | number | null, otherwise = '–'): Html =>
  text === null || text === '' ? html`<span class="none">${otherwise}</span>` : html`${text}`;
