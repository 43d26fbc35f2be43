import avro, { type Type } from 'avsc';
import type { Catalogue } from '../../src/catalogue/index.js';

/** The one event type of the comparison, compiled by avsc as it is: longs within 2^53, nothing checked further. */
export function compile(catalogue: Catalogue): Type {
  const schema = catalogue.schema('ink.conversation.closed', 'v1');
  return avro.Type.forSchema(JSON.parse(JSON.stringify(schema)), { wrapUnions: 'never' });
}
