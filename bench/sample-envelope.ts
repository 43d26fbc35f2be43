import { type Envelope, newEventId } from '../src/event/index.js';

/** Of an event of usual size: all attributes are known but one. */
export const sampleEnvelope = (n: number, type: string, version: string): Envelope => ({
  id: newEventId(),
  source: 'headrace/importer',
  type,
  version,
  time: new Date(Date.UTC(2026, 0, 1) + n).toISOString(),
  subject: `account/A-${n}`,
  key: `A-${n}`,
  importSupplier: 'acme-energy',
  organisation: 'northern',
  causationId: null,
  correlationId: '01980000-0000-7000-8000-000000000000',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
});
