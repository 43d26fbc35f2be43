import { type Catalogue, PayloadFault, type VersionInfo } from '../../catalogue/index.js';
import { DataFault } from '../../errors.js';
import { createRandom, type Random } from '../random.js';
import type { CheckOutcome, Finding } from './finding.js';
import { randomEnvelope, randomPayload } from './random-payload.js';

/**
 * Random payloads of every version through encoding, decoding and upcasts must fit the current form. A version is told
 * with its first fault only. The same seed and count make the same values.
 */
export function checkValues(catalogue: Catalogue, seed: number, valuesEach: number): CheckOutcome {
  const random = createRandom(seed);
  const findings: Finding[] = [];
  let checked = 0;
  for (const { name, versions } of catalogue.types.values()) {
    for (const version of versions) {
      const faults = Array.from({ length: valuesEach }, () => faultOf(catalogue, random, name, version));
      checked += valuesEach;
      const first = faults.findIndex((fault) => fault !== undefined);
      const fault = faults[first];
      if (!fault) continue;
      findings.push({
        check: 'values',
        type: name,
        version: version.version,
        field: fault instanceof PayloadFault ? fault.faults[0]?.path : undefined,
        rule: fault.reason,
        detail: `value ${first + 1} of seed ${seed}: ${fault.message}`,
      });
    }
  }
  return { checked, findings };
}

/** Always draws the same number of choices for a value, at fault or not: later values stay as they are. */
function faultOf(
  catalogue: Catalogue,
  random: Random,
  type: string,
  { version, fields }: VersionInfo,
): DataFault | undefined {
  const data = randomPayload(random, fields);
  const envelope = randomEnvelope(random, type, version);
  try {
    const payload = catalogue.encodeUnknown(type, version, data);
    const event = catalogue.decodeCurrent({ envelope, payload, partition: 0, sequence: 1, appendedAt: 0 });
    catalogue.encodeCurrent(type, event.data);
    return undefined;
  } catch (error) {
    if (error instanceof DataFault) return error;
    throw error;
  }
}
