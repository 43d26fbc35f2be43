export type { RolesReport } from './health.js';
export { createServer, type ServerOptions } from './server.js';
