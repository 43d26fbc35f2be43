import type { BadPayload } from './bad-payloads/changes.js';
import { structure } from './bad-payloads/structure.js';
import { texts } from './bad-payloads/text.js';
import { values } from './bad-payloads/values.js';

/** Changes to a full account, each with the one fault it must give. */
export const rows: readonly BadPayload[] = [...structure, ...texts, ...values];
