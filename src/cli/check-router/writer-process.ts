/** The load of a check of routers. */
import { writeLoad } from '../check/write-load.js';
import { checkEvent } from './routes.js';

await writeLoad(checkEvent);
