import { createApiKey, type IntakeStore } from '../intake/index.js';

/** Makes a key that may operate: the first one cannot be asked for through the API. @returns its secret. */
export async function createOperatorKey(store: IntakeStore, label: string): Promise<string> {
  const made = await createApiKey(store, { organisation: null, label, scopes: ['operate'] });
  if (made === 'no_organisation') throw new Error('an operator belongs to no organisation');
  return made.secret;
}
