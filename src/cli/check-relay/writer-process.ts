/** The load of a check of relays: events of many keys, of a type that no registry need know. */
import { newEventId } from '../../event/index.js';
import { writeLoad } from '../check/write-load.js';
import { EVENT_TYPE } from './schemas.js';

const KEYS = 1_000;

await writeLoad((n) => ({
  payload: Buffer.alloc(200, n),
  envelope: {
    id: newEventId(),
    source: 'headrace/check',
    type: EVENT_TYPE,
    version: 'v1',
    time: new Date().toISOString(),
    subject: null,
    key: `key-${n % KEYS}`,
    importSupplier: null,
    organisation: null,
    causationId: null,
    correlationId: null,
    traceparent: null,
  },
}));
