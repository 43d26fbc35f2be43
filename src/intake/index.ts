/**
 * In: HTTP requests of clients and operators, answered as the documented API says.
 * Out: organisations, suppliers, keys and waiting processes, with the internal events that tell of them, in one transaction.
 * Never: runs an import, reads a read model, keeps the values of a payload it refused.
 */
export type { Account } from './account/schema.js';
export { type Authenticator, createAuthenticator } from './authenticate.js';
export { createApiKey } from './credentials.js';
export { mpanCheckDigit } from './formats/meter-points.js';
export { redrivePlugin } from './operator/redrives.js';
export { intakePlugin } from './plugin.js';
export type * from './port.js';
