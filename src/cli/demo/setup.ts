import { type ApiClient, at, expectStatus } from './client.js';

const ORGANISATION = 'demo';

/**
 * An organisation, a new import supplier (the first free one of demo-1, demo-2, …: each run imports into its own)
 * and a key that may import and query, made through the operator's API.
 */
export async function prepareImport(
  operator: ApiClient,
): Promise<{ importSupplier: string; apiKey: string }> {
  const organisation = { organisation: ORGANISATION, name: 'Demo Energy' };
  expectStatus(await operator.post('/v1/operator/organisations/', organisation), 201, 409);
  const base = `/v1/operator/organisations/${ORGANISATION}`;
  const importSupplier = await newSupplier(operator, `${base}/import-suppliers/`);
  const key = await operator.post(`${base}/api-keys/`, {
    label: importSupplier,
    scopes: ['import', 'query'],
  });
  const apiKey = at(expectStatus(key, 201).body, 'api_key');
  if (typeof apiKey !== 'string') throw new Error('the new API key has no secret');
  return { importSupplier, apiKey };
}

async function newSupplier(operator: ApiClient, path: string): Promise<string> {
  for (let number = 1; ; number++) {
    const import_supplier = `demo-${number}`;
    // No market participant id for gas: accounts with a gas supply point fail, as they would in a real migration.
    const made = await operator.post(path, { import_supplier, supplier_mpids: { electricity: 'DEMO' } });
    if (expectStatus(made, 201, 409).status === 201) return import_supplier;
  }
}
