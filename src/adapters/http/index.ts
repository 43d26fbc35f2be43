export { serverApi } from './api.js';
export { documentationPlugin } from './documentation.js';
export type { RolesReport } from './health.js';
export type { RateLimits } from './rate-limits.js';
export { createServer, type ServerOptions } from './server.js';
