/**
 * In: HTTP requests of clients and operators, answered as the documented API says.
 * Out: organisations, suppliers, keys, waiting and cancelled processes, with the events that tell of them, in one transaction.
 * Never: runs an import, reads a read model, keeps the values of a payload it refused or only tried.
 */
export type { Account } from './account/schema.js';
export { type IntakeApiOptions, intakeApi } from './api/part.js';
export { type Authenticator, createAuthenticator } from './authenticate.js';
export type { OpenSpool, ResultSpool } from './bulk/port.js';
export { admit } from './cloud-events/admission.js';
export { createApiKey } from './credentials.js';
export { mpanCheckDigit } from './formats/meter-points.js';
export { maskPayload } from './mask.js';
export { atTheMachine, type MadeKey, type OperatorDesk, operatorDesk } from './operator/desk.js';
export { redrivePlugin } from './operator/redrives.js';
export { intakePlugin } from './plugin.js';
export type * from './port.js';
export { createSessions } from './sessions.js';
