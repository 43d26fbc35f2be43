import { isDeepStrictEqual } from 'node:util';
import { avroRecord } from './avro-schema.js';
import type { TypeEntry, VersionEntry } from './catalogue.js';
import { Codec } from './codec.js';
import { castsTo, currentForm } from './current.js';
import type { Upcast } from './define.js';
import { CatalogueError } from './faults.js';
import { checkKeyRule, parseKeyRule } from './key-rule.js';
import type { TypeInfo } from './model.js';
import type { ParsedEvent } from './parse-schema.js';
import { checkSteps, upcasterOf } from './upcast.js';

/**
 * Puts one type together from its parsed versions, oldest first.
 *
 * @throws CatalogueError where the versions do not fit each other
 */
export function typeEntry(
  internal: boolean,
  versions: readonly [ParsedEvent, ...ParsedEvent[]],
  upcast: Upcast | undefined,
): TypeEntry {
  const info = typeInfo(internal, versions);
  checkSteps(
    info.name,
    versions.map(({ version }) => version),
    upcast,
  );
  const currentHead = { type: 'record', name: info.current.recordName, doc: info.description } as const;
  const currentSchema = avroRecord({ ...currentHead, eventType: info.name }, info.current.fields);
  return {
    info,
    versions: new Map(versions.map((parsed) => [parsed.version, versionEntry(info, parsed, upcast)])),
    currentSchema,
    currentCodec: new Codec(`${info.name} current`, currentSchema, info.current.fields),
  };
}

function typeInfo(internal: boolean, versions: readonly [ParsedEvent, ...ParsedEvent[]]): TypeInfo {
  const [{ type, key: writtenKey }] = versions;
  const infos = versions.map(({ version, recordName, doc, fields }) => ({
    version,
    recordName,
    doc,
    fields,
    castsTo: castsTo({ version, fields }, versions),
  }));
  const newest = infos.at(-1);
  if (!newest) throw new CatalogueError(`${type}: has no version`);
  for (const { version, key } of versions) {
    if (!isDeepStrictEqual(key, writtenKey)) {
      throw new CatalogueError(`${type} ${version}: "key" differs between versions`);
    }
  }
  const key = parseKeyRule(type, writtenKey);
  checkKeyRule(type, key, versions);
  const current = currentForm(type, versions);
  return { name: type, internal, description: newest.doc, versions: infos, newest, current, key };
}

function versionEntry(info: TypeInfo, parsed: ParsedEvent, upcast: Upcast | undefined): VersionEntry {
  const { type, version, recordName, doc, key, fields } = parsed;
  const head = {
    type: 'record',
    name: recordName,
    doc,
    eventType: type,
    payloadVersion: version,
    key,
  } as const;
  const schema = avroRecord(head, fields);
  const names = fields.map((field) => field.name);
  return {
    info: info.versions.find((candidate) => candidate.version === version) ?? info.newest,
    schema,
    codec: new Codec(`${type} ${version}`, schema, fields),
    upcast: upcasterOf(type, version, names, info.current, upcast),
  };
}
