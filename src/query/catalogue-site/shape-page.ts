import type { Catalogue, FieldType, Shape } from '../../catalogue/index.js';
import { type Html, html } from '../html.js';
import { describeFields, type FieldDescription } from './describe.js';
import { fieldTable } from './fields.js';
import { avscPath, shapePath, typePath } from './paths.js';

/** What is known of a shape, as `/catalogue/shapes/<name>.json` shows it. */
export interface ShapeDescription {
  readonly shape: string;
  readonly description: string;
  readonly record: string;
  readonly schema: string;
  readonly fields: readonly FieldDescription[];
  /** Event types, and other shapes, with a field of it. */
  readonly used_by: { readonly types: readonly string[]; readonly shapes: readonly string[] };
}

export function describeShape({ types, shapes }: Catalogue, shape: Shape): ShapeDescription {
  const uses = (type: FieldType): boolean =>
    type.kind === 'array' ? uses(type.items) : type.kind === 'record' && type.shape === shape;
  return {
    shape: shape.name,
    description: shape.doc,
    record: shape.recordName,
    schema: avscPath(shape.recordName),
    fields: describeFields(shape.fields),
    used_by: {
      types: [...types.values()]
        .filter(({ internal, current }) => !internal && current.fields.some((field) => uses(field.type)))
        .map(({ name }) => name),
      shapes: [...shapes.values()]
        .filter(({ internal, fields }) => !internal && fields.some((field) => uses(field.type)))
        .map(({ name }) => name),
    },
  };
}

export function shapePage({ shape, description, record, schema, fields, used_by }: ShapeDescription): Html {
  return html`<h1>${shape}</h1>
<p class="says">${description}</p>
<p>Avro: <a href="${schema}"><code>${record}</code></a>. <a href="${`${shapePath(shape)}.json`}">JSON</a>.</p>
${fieldTable('Fields', fields)}
<section><h2 id="used-by">Used by</h2>
<ul>${used_by.types.map((type) => html`<li><a href="${typePath(type)}">${type}</a></li>`)}${used_by.shapes.map(
    (name) => html`<li>shape <a href="${shapePath(name)}">${name}</a></li>`,
  )}</ul></section>`;
}
