import type { Type } from 'avsc';
import { DataFault } from '../errors.js';
import { compile } from './avro.js';
import type { AvroRecord } from './avro-schema.js';
import { faultsOf } from './check.js';
import { dataFault, PayloadFault } from './faults.js';
import type { Field, Payload } from './model.js';

/**
 * Bare Avro of one record type, both ways. Compiled on first use, kept for ever.
 *
 * The registry client and avsc itself would rebuild a resolver for every message that was written with another schema;
 * `decoderOf` builds it once for a writer's schema.
 */
export class Codec {
  readonly #what: string;
  readonly #schema: AvroRecord;
  readonly #fields: readonly Field[];
  #compiled: Type | undefined;

  /** @param what names the record in faults, e.g. `account.created v1` */
  constructor(what: string, schema: AvroRecord, fields: readonly Field[]) {
    this.#what = what;
    this.#schema = schema;
    this.#fields = fields;
  }

  get #type(): Type {
    this.#compiled ??= compile(this.#schema);
    return this.#compiled;
  }

  /** @throws PayloadFault with every fault, where the value does not fit */
  encode(data: unknown): Buffer {
    const faults = faultsOf(this.#fields, data);
    if (faults.length > 0) throw new PayloadFault(this.#what, faults);
    return this.#type.toBuffer(data);
  }

  /** @throws DataFault `undecodable` or `unsafe_integer`, whatever the bytes */
  decode(payload: Buffer): Payload {
    try {
      return this.#type.fromBuffer(payload);
    } catch (error) {
      throw this.#explain(error);
    }
  }

  /** Decodes payloads written with another schema of the same record, as Avro's schema resolution has it. */
  decoderOf(writerSchema: AvroRecord): (payload: Buffer) => Payload {
    const type = this.#type;
    let resolver: ReturnType<Type['createResolver']>;
    try {
      resolver = type.createResolver(compile(writerSchema));
    } catch (cause) {
      throw dataFault('undecodable', `${this.#what}: written with an incompatible schema`, cause);
    }
    return (payload) => {
      try {
        return type.fromBuffer(payload, resolver);
      } catch (error) {
        throw this.#explain(error);
      }
    };
  }

  #explain(error: unknown): DataFault {
    const known = error instanceof DataFault;
    const detail = error instanceof Error ? error.message : 'undecodable';
    return new DataFault(known ? error.reason : 'undecodable', `${this.#what}: ${detail}`, { cause: error });
  }
}
