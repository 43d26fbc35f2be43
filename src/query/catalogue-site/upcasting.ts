import { type Catalogue, samplePayload, type TypeInfo } from '../../catalogue/index.js';
import { sampleEnvelope } from './sample.js';

/** One step on the way from an older version to the newest. */
export interface UpcastDescription {
  readonly from: string;
  readonly to: string;
  /** The fields that `to` has and `from` has not. */
  readonly adds: readonly {
    readonly field: string;
    /** What the event then says: nothing (`null`), or something that is told beside its payload, or in it. */
    readonly value: 'null' | 'subject' | 'payload';
  }[];
}

/** The steps of a type, oldest first. They are functions; what each does is found by giving it a made-up event. */
export function upcastSteps(catalogue: Catalogue, info: TypeInfo): readonly UpcastDescription[] {
  return info.versions.slice(1).map((to, i) => {
    const from = info.versions[i] ?? info.newest;
    const known = new Set(from.fields.map(({ name }) => name));
    const payload = samplePayload(from.fields);
    const envelope = sampleEnvelope(catalogue, info.name, from.version);
    const current = catalogue.toCurrent(info.name, from.version, payload, envelope);
    const withoutSubject = { ...envelope, subject: null };
    const silent = catalogue.toCurrent(info.name, from.version, payload, withoutSubject);
    const told = (field: string) => {
      if ((current[field] ?? null) === null) return 'null';
      return (silent[field] ?? null) === null ? 'subject' : 'payload';
    };
    const added = to.fields.filter(({ name }) => !known.has(name));
    return {
      from: from.version,
      to: to.version,
      adds: added.map(({ name }) => ({ field: name, value: told(name) })),
    };
  });
}
