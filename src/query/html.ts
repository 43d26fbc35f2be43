/** Text that is markup already. Only {@link html} makes it, so what it does not escape cannot be sent. */
class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type Html = Markup;

/** What may stand in a template: text and numbers are escaped, markup stands as it is, lists are joined. */
export type Part = string | number | Html | null | undefined | false | readonly Part[];

/** Where a value stands: between tags, in a quoted attribute, or among the attributes of a tag. */
type Place = 'text' | 'attribute' | 'tag';

const places = new WeakMap<TemplateStringsArray, readonly Place[]>();

/**
 * Markup from a template: every value is escaped unless it is markup itself.
 *
 * @throws TypeError for a template whose values escaping would not hold: in an attribute without quotes, in a script or
 * a style sheet.
 */
export function html(template: TemplateStringsArray, ...values: readonly Part[]): Html {
  const where = placesOf(template);
  let text = template[0] ?? '';
  for (const [index, value] of values.entries()) {
    if (where[index] === 'tag' && (typeof value === 'string' || typeof value === 'number') && value !== '') {
      throw new TypeError('a plain value stands among the attributes of a tag');
    }
    text += render(value) + (template[index + 1] ?? '');
  }
  return new Markup(text);
}

function render(value: Part): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return escaped(value);
  return value instanceof Markup ? value.toString() : value.map(render).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (found) => ENTITIES[found] ?? found);

function placesOf(template: TemplateStringsArray): readonly Place[] {
  let known = places.get(template);
  if (!known) {
    known = findPlaces(template);
    places.set(template, known);
  }
  return known;
}

function findPlaces(template: TemplateStringsArray): readonly Place[] {
  const found: Place[] = [];
  let state: 'text' | 'tag' | '"' | "'" = 'text';
  for (const chunk of template.slice(0, -1)) {
    for (const [index, letter] of [...chunk].entries()) {
      if (state === 'text') state = letter === '<' && /^[\w/!]/.test(chunk.slice(index + 1)) ? 'tag' : 'text';
      else if (state !== 'tag') state = letter === state ? 'tag' : state;
      else if (letter === '>') state = 'text';
      else if (letter === '"' || letter === "'") state = letter;
    }
    if (state === 'tag' && chunk.endsWith('=')) {
      throw new TypeError(`an attribute without quotes: ${chunk}`);
    }
    found.push(state === 'text' || state === 'tag' ? state : 'attribute');
  }
  if (/<(script|style)\b[^>]*>[^<]/i.test(template.join('?'))) {
    throw new TypeError('a script or a style sheet within a page');
  }
  return found;
}
