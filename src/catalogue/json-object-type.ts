import avro, { type Type } from 'avsc';
import { dataFault } from './faults.js';
import { jsonObjectFault } from './json.js';
import { Utf8String } from './strict-types.js';
import type { Tap } from './tap.js';

const utf8String = new Utf8String();

/** An untyped object; on the wire its JSON text. */
export class JsonObjectType extends avro.types.LogicalType {
  _read(tap: Tap): unknown {
    return parse(utf8String._read(tap));
  }

  protected override _fromValue(text: string): unknown {
    return parse(text);
  }

  /** `undefined` tells avsc that the value is not of this type. */
  protected override _toValue(value: unknown): string | undefined {
    return jsonObjectFault(value) === undefined ? JSON.stringify(value) : undefined;
  }

  protected override _resolve(writer: Type): ((value: unknown) => unknown) | undefined {
    if (writer instanceof JsonObjectType) return (value) => value;
    return writer instanceof avro.types.StringType ? (text) => parse(String(text)) : undefined;
  }
}

function parse(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw dataFault('undecodable', 'malformed JSON');
  }
  const fault = jsonObjectFault(value);
  if (fault === 'unsafe_integer') throw dataFault(fault, 'JSON with a whole number beyond 2^53 - 1');
  if (fault) throw dataFault('undecodable', `JSON that is not a plain object (${fault})`);
  return value;
}
