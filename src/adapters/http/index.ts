export type { RateLimits } from './rate-limits.js';
export { createServer, type ServerOptions } from './server.js';
