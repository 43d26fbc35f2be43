/**
 * In: the log, the routes as their files have them, and what each target already has, through ports.
 * Out: each event of the catalogue to the topics and webhooks whose routes match it, in order of its key.
 * Never lets an internal event out, never alters the log, and never guesses where a topic and its positions contradict
 * each other.
 */
export { Backtest, type BacktestReport } from './backtest.js';
export { compileRoutes, type Plan, type RouteTable } from './compile.js';
export { Decoding } from './convert.js';
export { RouteError, type RouteFault } from './faults.js';
export { compileGlob } from './glob.js';
export { parseRoute, type RouteFile, topicFor } from './parse.js';
export { lengthOf, readUpTo, type Stretch } from './read-up-to.js';
export { ReplayRefused, type ReplayResult, replay } from './replay.js';
export type { Route } from './route.js';
export { createRouter, type Router, type RouterOptions, type RouterState } from './router.js';
export { parseSecrets } from './webhook/sign.js';
