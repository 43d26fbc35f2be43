import Type, { type TSchemaOptions } from 'typebox';
import type { FormatName } from './formats/index.js';

/** Builders for the fields of our schemas: every text has a least and a greatest length and a format. */
interface TextOptions {
  readonly description: string;
  readonly lengthMax: number;
  /** Default `line`. */
  readonly format?: FormatName;
  readonly examples?: string[];
}

export function text({ description, lengthMax, format = 'line', examples }: TextOptions) {
  return Type.String({
    description,
    minLength: 1,
    maxLength: lengthMax,
    format,
    ...(examples && { examples }),
  });
}

export function date(description: string) {
  return text({
    description: `${description} \`YYYY-MM-DD\`.`,
    lengthMax: 10,
    format: 'day',
    examples: ['2026-01-31'],
  });
}

export function list<Item extends Parameters<typeof Type.Array>[0]>(
  item: Item,
  description: string,
  max: number,
  min = 0,
) {
  return Type.Array(item, { description, maxItems: max, ...(min > 0 && { minItems: min }) });
}

/** An object with exactly these fields. */
export function record<Fields extends Parameters<typeof Type.Object>[0]>(
  fields: Fields,
  options: TSchemaOptions = {},
) {
  return Type.Object(fields, { additionalProperties: false, ...options });
}
