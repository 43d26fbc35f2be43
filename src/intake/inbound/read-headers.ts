import { isUtf8 } from 'node:buffer';
import { DataFault } from '../../errors.js';
import { type AttributeName, attributeNames, type GivenAttributes } from '../cloud-events/attributes.js';
import type { InboundHeader } from './port.js';

/** Attributes by their headers: CloudEvents' Kafka binding, binary mode. The trace context has the name W3C gave it. */
const NAMES: ReadonlyMap<string, AttributeName> = new Map(
  attributeNames.map((name) => [name === 'traceparent' ? name : `ce_${name}`, name]),
);

/**
 * The attributes in a record's headers; other headers say nothing to us.
 *
 * @throws DataFault `invalid_header` for an attribute that comes twice, or is no UTF-8
 */
export function readHeaders(headers: readonly InboundHeader[]): GivenAttributes {
  const given: { [Name in AttributeName]?: string } = {};
  for (const [header, value] of headers) {
    const name = NAMES.get(header);
    if (name === undefined || value === null) continue;
    if (given[name] !== undefined) throw new DataFault('invalid_header', `${header}: is there twice`);
    if (!isUtf8(value)) throw new DataFault('invalid_header', `${header}: is not UTF-8`);
    given[name] = value.toString('utf8');
  }
  return given;
}
