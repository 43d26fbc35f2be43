import { type AvroRecord, type Shape, shapeRecord, type TypeInfo } from '../../catalogue/index.js';
import { type Html, html } from '../html.js';
import { type Answer, answerOf, digest, Kept } from './answers.js';
import { asyncApi } from './asyncapi.js';
import { describeType, domainOf } from './describe.js';
import { type IndexEntry, indexPage } from './index-page.js';
import { page } from './layout.js';
import { avscPath, BASE, shapePath, typePath } from './paths.js';
import type { Assets, Contract } from './port.js';
import { describeShape, shapePage } from './shape-page.js';
import { typePage } from './type-page.js';

const HTML_TYPE = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Everything the catalogue site answers, by name; `undefined` where there is no such thing. */
export interface Site {
  index(query: string): Answer;
  indexDocument(): Answer;
  asyncApi(): Answer;
  typePage(type: string): Answer | undefined;
  typeDocument(type: string): Answer | undefined;
  shapePage(shape: string): Answer | undefined;
  shapeDocument(shape: string): Answer | undefined;
  /** Avro, by the name of a record: a version of a type, its current form, or a shape. */
  schema(record: string): Answer | undefined;
  notFound(name: string): Answer;
  /** By file name, which changes with what is in them. */
  readonly assets: ReadonlyMap<string, Answer>;
}

/** Internal events are not shown. All but searches is kept once it was made: some megabytes, if all was asked for. */
export function createSite(contract: Contract, { style, script }: Assets): Site {
  const { catalogue } = contract;
  const types = named([...catalogue.types.values()].filter(({ internal }) => !internal));
  const shapes = named([...catalogue.shapes.values()].filter(({ internal }) => !internal));
  const records = schemasOf(contract, types.values(), shapes.values());
  const entries = Array.from(types.values(), (info) => ({ info, topics: topicsOf(contract, info.name) }));
  const styleFile = `${digest(style)}.css`;
  const scriptFile = `${digest(script)}.js`;
  const service = `${contract.title} ${contract.version}`;
  const loaded = { style: `${BASE}/assets/${styleFile}`, script: `${BASE}/assets/${scriptFile}`, service };
  const here = (name: string) => [html`<span aria-current="page">${name}</span>`];
  const show = (title: string, crumbs: readonly Html[], content: Html, status: Answer['status'] = 200) =>
    answerOf(HTML_TYPE, page(loaded, title, crumbs, content), status);
  const pages = new Kept();
  const documents = new Kept();
  const document = (name: string, make: () => unknown) =>
    documents.get(name, () => answerOf(JSON_TYPE, JSON.stringify(make())));
  const index = (query: string) =>
    show(query === '' ? 'All events' : query, [], indexPage(entries, [...shapes.values()], query));

  return {
    index: (query) => (query === '' ? pages.get('', () => index('')) : index(query)),
    indexDocument: () => document('index', () => indexOf(entries, shapes.values())),
    asyncApi: () => document('asyncapi', () => asyncApi(contract, [...types.values()])),
    typePage(name) {
      const info = types.get(name);
      const make = (type: TypeInfo) =>
        show(name, here(name), typePage(describeType(contract, type), contract.inboundTopic));
      return info && pages.get(`type ${name}`, () => make(info));
    },
    typeDocument(name) {
      const info = types.get(name);
      return info && document(`type ${name}`, () => describeType(contract, info));
    },
    shapePage(name) {
      const shape = shapes.get(name);
      const make = (one: Shape) => show(name, here(name), shapePage(describeShape(catalogue, one)));
      return shape && pages.get(`shape ${name}`, () => make(shape));
    },
    shapeDocument(name) {
      const shape = shapes.get(name);
      return shape && document(`shape ${name}`, () => describeShape(catalogue, shape));
    },
    schema(record) {
      const schema = records.get(record);
      return schema && document(`schema ${record}`, schema);
    },
    notFound: (name) => show('Not found', [], notFoundText(name), 404),
    assets: new Map([
      [styleFile, answerOf('text/css; charset=utf-8', style)],
      [scriptFile, answerOf('text/javascript; charset=utf-8', script)],
    ]),
  };
}

const named = <Thing extends { readonly name: string }>(
  things: readonly Thing[],
): ReadonlyMap<string, Thing> => new Map(things.map((thing) => [thing.name, thing]));

/** The topics that some enabled route brings a type to. */
function topicsOf({ routesOf }: Contract, type: string): readonly string[] {
  const routes = routesOf?.(type) ?? [];
  return [...new Set(routes.flatMap(({ topic, enabled }) => (enabled && topic !== null ? [topic] : [])))];
}

function schemasOf(
  { catalogue }: Contract,
  types: Iterable<TypeInfo>,
  shapes: Iterable<Shape>,
): ReadonlyMap<string, () => AvroRecord> {
  const records = new Map<string, () => AvroRecord>();
  for (const { name, versions, current } of types) {
    for (const { version, recordName } of versions) {
      records.set(recordName, () => catalogue.schema(name, version));
    }
    records.set(current.recordName, () => catalogue.currentSchema(name));
  }
  for (const shape of shapes) records.set(shape.recordName, () => shapeRecord(shape));
  return records;
}

const indexOf = (entries: readonly IndexEntry[], shapes: Iterable<Shape>) => ({
  types: entries.map(({ info: { name, description, versions }, topics }) => ({
    type: name,
    domain: domainOf(name),
    description,
    versions: versions.map(({ version, recordName }) => ({ version, schema: avscPath(recordName) })),
    topics,
    page: typePath(name),
    details: `${typePath(name)}.json`,
  })),
  shapes: Array.from(shapes, ({ name, doc, recordName }) => ({
    shape: name,
    description: doc,
    schema: avscPath(recordName),
    page: shapePath(name),
    details: `${shapePath(name)}.json`,
  })),
});

const notFoundText = (name: string): Html => html`<h1>Not found</h1>
<p>The catalogue has no “${name}”. <a href="${`${BASE}/?q=${encodeURIComponent(name)}`}">Search for it</a>.</p>`;
