import fc from 'fast-check';
import type { Catalogue } from '../../src/catalogue/index.js';
import type { Projection } from '../../src/projector/definition.js';
import { type ToldEvent, toldUnknown } from './projection-spec.js';
import { payloads } from './random-payloads.js';

/** Values that make random events meet: few names, and the vocabulary that folds look at. */
const special = {
  resource_type: fc.constantFrom('account', 'order'),
  import_process_resource_type: fc.constantFrom('account', 'order'),
  attempt: fc.integer({ min: 1, max: 3 }),
  task: fc.constantFrom('account', 'order'),
};

/** Events of all types the projection handles, in any version, from any source, at any time, of these organisations or of nobody. */
export function histories(
  catalogue: Catalogue,
  projection: Projection,
  size: { readonly minLength?: number; readonly maxLength?: number } = {},
  organisationNames: readonly string[] = ['acme', 'bolt'],
): fc.Arbitrary<readonly ToldEvent[]> {
  const organisations = fc.constantFrom(...organisationNames);
  const values = { ...special, organisation: organisations };
  const handled = Object.values(projection.tables).flatMap((table) =>
    table.kind === 'tally' ? [] : Object.keys(table.on),
  );
  const event = fc.constantFrom(...new Set(handled)).chain((type) => {
    const info = catalogue.types.get(type);
    if (!info) throw new Error(`${type} is not in the catalogue`);
    return fc
      .record({
        payload: payloads(info, values),
        minute: fc.nat({ max: 20 }),
        organisation: fc.option(organisations),
        source: fc.constantFrom('headrace/importer', 'headrace/intake', 'billing'),
      })
      .map(({ payload: { version, data }, minute, organisation, source }) =>
        toldUnknown(type, version, minute, data, { source, organisation }),
      );
  });
  return fc.array(event, { maxLength: 60, ...size });
}
