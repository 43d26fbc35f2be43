import type { FieldError } from '../../errors.js';

/** How a list is answered: a page, or all of it. */
export type Form = 'json' | 'csv' | 'ndjson';

export const FORMAT = 'format';

export const mediaTypes = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
} as const satisfies Record<Form, string>;

const forms = Object.keys(mediaTypes).filter((name): name is Form => name in mediaTypes);

/** The form that the parameter `format` names, else the one that `Accept` likes best, else JSON. */
export function formOf(
  format: string | undefined,
  accept: string | undefined,
): { readonly form: Form; readonly errors: readonly FieldError[] } {
  if (format === undefined) return { form: accepted(accept ?? ''), errors: [] };
  const form = forms.find((one) => one === format);
  if (form) return { form, errors: [] };
  const detail = `format must be one of ${forms.join(', ')}.`;
  return { form: 'json', errors: [{ detail, code: 'invalid_parameter', attr: FORMAT }] };
}

/** A form that is not named counts as the wildcard does, and JSON comes first among equals. */
function accepted(accept: string): Form {
  const weights = new Map(
    accept.split(',').map((part) => {
      const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const q = parameters.find((text) => text.startsWith('q='));
      return [type, q === undefined ? 1 : Number(q.slice(2)) || 0];
    }),
  );
  const weightOf = (form: Form) =>
    weights.get(mediaTypes[form]) ?? (form === 'json' ? (weights.get('*/*') ?? 0) : 0);
  return forms.reduce((best, form) => (weightOf(form) > weightOf(best) ? form : best));
}
