import type { Field, FieldType, Payload } from './model.js';

/** Texts that look like what the names of their fields say; the first that matches. */
const TEXTS: readonly (readonly [RegExp, string, string])[] = [
  [/_at$|^timestamp$/, '2026-03-01T10:00:00Z', '2026-04-02T11:30:00Z'],
  [/_(date|on|from|to|start|end)$/, '2026-03-01', '2026-04-02'],
  [/account_number$|^displayable_number$/, 'A-10423977', 'A-20517788'],
  [/e?mail/, 'jo@example.com', 'sam@example.com'],
  [/postcode$/, 'SW1A 1AA', 'M1 1AE'],
  [/mpan$/, '1012345678902', '1012345678911'],
  [/mprn$/, '7601234510', '7601234520'],
  [/uuid$/, '0a6f2d1c-7c1b-4a5e-9f3e-2b8c4d5e6f70', '1b7e3c2d-8d2c-4b6f-8a4f-3c9d5e6f7a81'],
];

/**
 * A payload that fits these fields and gives every one of them: made up, and the same each time, so that what shows it
 * does not change by itself.
 *
 * @param variant 1 makes another, which differs from 0 in each field
 */
export function samplePayload(fields: readonly Field[], variant: 0 | 1 = 0): Payload {
  return Object.fromEntries(
    fields.map((field) => [field.name, sampleValue(field.name, field.type, variant)]),
  );
}

function sampleValue(name: string, type: FieldType, variant: 0 | 1): unknown {
  switch (type.kind) {
    case 'string':
      return sampleText(name, variant);
    case 'long':
      return name.endsWith('year') ? 2024 + variant : 4711 + variant;
    case 'double':
      return 0.5 + variant;
    case 'boolean':
      return variant === 0;
    case 'json':
      return { note: sampleText(name, variant) };
    case 'array':
      return [sampleValue(name, type.items, variant)];
    case 'record':
      return samplePayload(type.shape.fields, variant);
  }
}

function sampleText(name: string, variant: 0 | 1): string {
  const [, first, second] = TEXTS.find(([pattern]) => pattern.test(name)) ?? [];
  return (variant === 0 ? first : second) ?? `${name.replaceAll('_', '-')}-${variant + 1}`;
}
