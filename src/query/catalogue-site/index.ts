/**
 * In: what can be said (the catalogue), who carries it (routes) and who reads it (tables), as facts.
 * Out: `/catalogue/`: pages for people, JSON, Avro and AsyncAPI for programs. Never: an event, or anything internal.
 */
export { cataloguePlugin } from './plugin.js';
export type { CarryingRoute, Contract, ReadingTable } from './port.js';
