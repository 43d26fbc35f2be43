/**
 * `npm run check:relay -- --kills 50 --seed 1`: kills relays under load and counts what is missing, repeated or out of
 * order on the topic.
 */
import { runCheck } from './check/command.js';
import { checkRelay } from './check-relay/run.js';

await runCheck('relay', 2_000, checkRelay);
