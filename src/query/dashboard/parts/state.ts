import { type Html, html } from '../../html.js';

/** How a word looks: what is well, under way, waits, needs somebody, or is over. */
type Tone = 'good' | 'busy' | 'idle' | 'bad' | 'over';

const TONES: Readonly<Record<string, Tone>> = {
  ongoing: 'busy',
  waiting: 'busy',
  pending: 'busy',
  catching_up: 'busy',
  rebuilding: 'busy',
  running: 'good',
  complete: 'good',
  completed: 'good',
  done: 'good',
  paused: 'idle',
  held: 'idle',
  previous: 'idle',
  error: 'bad',
  failed: 'bad',
  refused: 'bad',
  stopped: 'bad',
  stalled: 'bad',
  no_owner: 'bad',
  cancelled: 'over',
  retired: 'over',
};

/** A state as a word with a mark: never by its colour alone. */
export function state(name: string | null, otherwise = 'not told yet'): Html {
  if (name === null) return html`<span class="state idle">${otherwise}</span>`;
  return html`<span class="state ${TONES[name] ?? 'idle'}">${name.replaceAll('_', ' ')}</span>`;
}
