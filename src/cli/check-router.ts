/**
 * `npm run check:router -- --kills 50 --seed 1`: kills routers under load and counts what is missing, repeated or out of
 * order on the routed topics.
 */
import { runCheck } from './check/command.js';
import { checkRouter } from './check-router/run.js';

await runCheck('router', 1_500, checkRouter);
