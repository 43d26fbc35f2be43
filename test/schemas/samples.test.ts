import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCatalogue, type Payload, schemasFolder } from '../../src/catalogue/index.js';
import { envelope } from '../support/events.js';

/** `schemas/<type>/samples/<version>.json`: never changed once written, or events of the past would be misread. */
interface Sample {
  subject: string;
  payload: Payload;
  /** Bare Avro, in hexadecimal. */
  bytes: string;
  current: Payload;
}

const catalogue = await loadCatalogue();
const several = [...catalogue.types.values()].filter((info) => info.versions.length > 1);
const samples = several.flatMap(({ name, versions }) =>
  versions.map(({ version }) => ({
    type: name,
    version,
    file: join(schemasFolder, name, 'samples', `${version}.json`),
  })),
);

function read(file: string): Sample {
  return JSON.parse(readFileSync(file, 'utf8'));
}

describe('golden samples', () => {
  it('are there for every version of every type with several, and for nothing else', () => {
    const found = several.flatMap(({ name }) => {
      const folder = join(schemasFolder, name, 'samples');
      return existsSync(folder) ? readdirSync(folder).map((file) => join(folder, file)) : [];
    });
    expect(found.toSorted()).toEqual(samples.map(({ file }) => file).toSorted());
  });

  it.each(samples)('$type $version: the frozen bytes are what it encodes to', ({ type, version, file }) => {
    const { payload, bytes } = read(file);
    expect(catalogue.encodeUnknown(type, version, payload).toString('hex')).toBe(bytes);
  });

  it.each(samples)(
    '$type $version: the frozen bytes decode to its current form',
    ({ type, version, file }) => {
      const { subject, bytes, current } = read(file);
      const event = { envelope: envelope({ type, version, subject }), payload: Buffer.from(bytes, 'hex') };
      expect(catalogue.decodeCurrent({ ...event, partition: 0, sequence: 1, appendedAt: 0 }).data).toEqual(
        current,
      );
    },
  );
});
