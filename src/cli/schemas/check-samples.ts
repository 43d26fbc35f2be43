import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Catalogue, TypeInfo } from '../../catalogue/index.js';
import { DataFault } from '../../errors.js';
import { InputError } from '../input-error.js';
import { createRandom } from '../random.js';
import type { CheckOutcome, Finding } from './finding.js';
import { isObject, type JsonObject, readJson } from './json.js';
import { randomEnvelope } from './random-payload.js';

/**
 * Every golden sample, `<type>/samples/<version>.json`: its frozen bytes decode to the current form it states, and are
 * what its payload encodes to. Each version of a type with several must have one.
 *
 * @param folder the schemas folder that `catalogue` was loaded from
 */
export async function checkSamples(catalogue: Catalogue, folder: string): Promise<CheckOutcome> {
  const findings: Finding[] = [];
  let checked = 0;
  for (const info of catalogue.types.values()) {
    for (const { version } of info.versions) {
      const file = join(folder, info.internal ? 'internal' : '', info.name, 'samples', `${version}.json`);
      const there = existsSync(file);
      if (!there && info.versions.length === 1) continue;
      const fault = there ? await faultOf(catalogue, info, version, file) : missing;
      checked++;
      if (fault) findings.push({ check: 'samples', type: info.name, version, field: undefined, ...fault });
    }
  }
  return { checked, findings };
}

type Fault = Pick<Finding, 'rule' | 'detail'>;

const missing: Fault = {
  rule: 'sample_missing',
  detail: 'has no golden sample, as each version of a type with several must have',
};

async function faultOf(
  catalogue: Catalogue,
  { name }: TypeInfo,
  version: string,
  file: string,
): Promise<Fault | undefined> {
  try {
    const sample = readSample(file, await readJson(file));
    const { subject, bytes, current } = sample;
    const envelope = { ...randomEnvelope(createRandom(0), name, version), subject };
    const event = { envelope, payload: Buffer.from(bytes, 'hex'), partition: 0, sequence: 1, appendedAt: 0 };
    const decoded: unknown = JSON.parse(JSON.stringify(catalogue.decodeCurrent(event).data));
    if (!isDeepStrictEqual(decoded, current)) {
      return {
        rule: 'sample_reads_otherwise',
        detail: 'its frozen bytes no longer decode to its current form',
      };
    }
    if (catalogue.encodeUnknown(name, version, sample.payload).toString('hex') !== bytes) {
      return { rule: 'sample_writes_otherwise', detail: 'its payload no longer encodes to its frozen bytes' };
    }
    return undefined;
  } catch (error) {
    if (error instanceof InputError) return { rule: 'sample_unreadable', detail: error.message };
    if (error instanceof DataFault) return { rule: error.reason, detail: error.message };
    throw error;
  }
}

interface Sample {
  readonly subject: string;
  readonly payload: JsonObject;
  /** Bare Avro, in hexadecimal. */
  readonly bytes: string;
  readonly current: JsonObject;
}

function readSample(file: string, json: unknown): Sample {
  const { subject, payload, bytes, current } = isObject(json) ? json : {};
  if (typeof subject !== 'string' || typeof bytes !== 'string' || !isObject(payload) || !isObject(current)) {
    throw new InputError(`${file}: not a sample of subject, payload, bytes and current`);
  }
  return { subject, payload, bytes, current };
}
