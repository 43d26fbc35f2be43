import { confluentRegistry } from '../../adapters/registry/confluent.js';
import { RegistryRefused, RegistryUnavailable } from '../../adapters/registry/faults.js';
import { schemasOf } from '../../adapters/registry/schemas.js';
import { loadCatalogue } from '../../catalogue/index.js';
import { readConfig } from '../../config.js';
import { InputError } from '../input-error.js';

export type RegisterOutcome =
  | { readonly outcome: 'registered'; readonly schemas: number; readonly host: string }
  /** The registry said no: repeating does not help. What was taken before stays; repeating changes nothing there. */
  | { readonly outcome: 'refused'; readonly message: string }
  /** It does not answer, or not as a registry does: repeating may help. */
  | { readonly outcome: 'unavailable'; readonly message: string };

/**
 * Registers every schema of the catalogue, current forms included.
 *
 * @param url of the registry; the setting SCHEMA_REGISTRY_URL where it is not given
 * @throws InputError where neither is given, ConfigError where it is no address, CatalogueError
 */
export async function registerSchemas(url: string | undefined): Promise<RegisterOutcome> {
  const flags = url === undefined ? [] : ['--schema-registry-url', url];
  const { schemaRegistryUrl } = readConfig(flags);
  if (schemaRegistryUrl === undefined) {
    throw new InputError('which registry? Give --url or set SCHEMA_REGISTRY_URL');
  }
  if (!URL.canParse(schemaRegistryUrl)) throw new InputError('the address of the registry is no URL');
  const schemas = schemasOf(await loadCatalogue());
  try {
    await confluentRegistry({ url: schemaRegistryUrl, schemas }).register();
    return { outcome: 'registered', schemas: schemas.length, host: new URL(schemaRegistryUrl).host };
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    if (error instanceof RegistryRefused) return { outcome: 'refused', message };
    if (error instanceof RegistryUnavailable) return { outcome: 'unavailable', message };
    throw error;
  }
}
