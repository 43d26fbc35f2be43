import { isUtf8 } from 'node:buffer';
import { DataFault } from '../../errors.js';
import { type AttributeName, attributeNames, type GivenAttributes } from '../cloud-events/attributes.js';
import type { InboundHeaders } from './port.js';

/** Attributes and their headers: CloudEvents' Kafka binding, binary mode. The trace context has the name W3C gave it. */
const HEADERS = attributeNames.map((name) => [name, name === 'traceparent' ? name : `ce_${name}`] as const);

/**
 * The attributes in a record's headers; other headers say nothing to us.
 *
 * @throws DataFault `invalid_header` for an attribute that comes twice, or is no UTF-8
 */
export function readHeaders(headers: InboundHeaders): GivenAttributes {
  const given: { [Name in AttributeName]?: string } = {};
  for (const [name, header] of HEADERS) {
    const value = headers[header];
    if (value === undefined || value === null) continue;
    if (!Buffer.isBuffer(value)) throw new DataFault('invalid_header', `${header}: is there several times`);
    if (!isUtf8(value)) throw new DataFault('invalid_header', `${header}: is not UTF-8`);
    given[name] = value.toString('utf8');
  }
  return given;
}
