import type { LogSchemas } from '../adapters/kafka/index.js';
import { embeddedRegistry } from '../adapters/registry/embedded.js';
import type { SchemaRegistry } from '../adapters/registry/port.js';
import { schemasOf } from '../adapters/registry/schemas.js';
import type { Catalogue } from '../catalogue/index.js';

/** Schema ids from the registry, asked when the first is needed: a registry that is down is waited for by the log. */
export async function openSchemas(
  registryUrl: string | undefined,
  catalogue: Catalogue,
): Promise<LogSchemas> {
  const registry = await openRegistry(registryUrl, catalogue);
  let registering: ReturnType<SchemaRegistry['register']> | undefined;
  const ids = () => {
    registering ??= registry.register().catch((error: unknown) => {
      registering = undefined;
      throw error;
    });
    return registering;
  };
  return {
    async idOf(type, version) {
      const id = (await ids())(type, version);
      if (id === undefined) throw new Error(`the registry has no id for ${type} ${version}`);
      return id;
    },
    async meaningOf(id) {
      const found = await registry.schemaOf(id);
      if (found.outcome !== 'known') return undefined;
      const { type, version, writerSchema } = found;
      const decode = writerSchema && catalogue.decoderOf(type, version, writerSchema);
      const recode = decode && ((payload: Buffer) => catalogue.encodeUnknown(type, version, decode(payload)));
      return { type, version, recode };
    },
  };
}

async function openRegistry(url: string | undefined, catalogue: Catalogue): Promise<SchemaRegistry> {
  const schemas = schemasOf(catalogue);
  if (url === undefined) return embeddedRegistry(schemas);
  // Loaded only where it is used: the client library is larger than the rest of the start.
  const { confluentRegistry } = await import('../adapters/registry/confluent.js');
  return confluentRegistry({ url, schemas });
}
