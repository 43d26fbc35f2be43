import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kafkaLog } from '../../src/adapters/kafka/index.js';
import { createRedriveStore } from '../../src/adapters/postgres/projection-redrive.js';
import { createRedriveRequests } from '../../src/adapters/postgres/projection-requests.js';
import { createProjectionStore } from '../../src/adapters/postgres/projection-store.js';
import { createVersionStore } from '../../src/adapters/postgres/projection-versions.js';
import {
  createProjector,
  type Projection,
  promote,
  untilCaughtUp,
  verify,
} from '../../src/projector/index.js';
import { counting, decode } from '../projector/counting-projection.js';
import { moved, ProjectorFixture, poison } from '../projector/fixture.js';
import { kafkaForTests } from '../support/kafka.js';
import { newTopic, relayOver, schemas, settingsFor, started } from './support.js';

const kafka = await kafkaForTests();

describe.skipIf('missing' in kafka)('versions of a projection on Kafka', () => {
  if ('missing' in kafka) return;
  const settings = settingsFor(kafka.brokers);
  const topic = newTopic(kafka.prefix);
  const next: Projection = { ...counting, version: 2 };
  let fixture: ProjectorFixture;
  const running: { stop(): Promise<void> }[] = [];

  beforeAll(async () => {
    fixture = await ProjectorFixture.open();
    await fixture.store.ensure(next);
    running.push(started((signal) => relayOver(fixture.database.pool, settings, topic).run(signal)));
    for (const projection of [counting, next]) {
      const { pool } = fixture.database;
      const projector = createProjector({
        projection,
        store: createProjectionStore(pool, fixture.folder),
        decode,
        keyDeterminedBy: () => 'item',
        cachedRows: 100,
        onParked: () => {},
        redrives: { store: createRedriveStore(pool, 'test'), pollMs: 20, onFault: () => {} },
      });
      const log = kafkaLog(settings, topic, schemas, {
        name: `${topic}-v${projection.version}`,
        deliveryBytes: 20_000,
        concurrency: 2,
        retryMs: 50,
        sessionMs: 6_000,
        onFault: () => {},
      });
      running.push(started((signal) => projector.run(log, signal)));
    }
  });
  afterAll(async () => {
    await Promise.all(running.map((started) => started.stop()));
    await fixture.database.drop();
  });

  it('given events that keep coming, then they are compared and exchanged, and go on', {
    timeout: 120_000,
  }, async () => {
    const signal = new AbortController().signal;
    const held = { waitMs: 30_000, signal };
    const store = createVersionStore(fixture.database.pool);
    const history = Array.from({ length: 500 }, (_, n) => moved(`item-${n % 40}`, n % 2 ? 'attic' : 'barn'));
    await fixture.append(...history, poison('item-7'), moved('item-7', 'cellar'));
    await untilCaughtUp(store, 'counting', 2, { slack: 0, pollMs: 50, signal, onProgress: () => {} });
    let going = true;
    const writing = (async () => {
      while (going) await fixture.append(...history.slice(0, 20));
    })();
    try {
      expect(await verify(store, 'counting', 2, held)).toMatchObject({ differences: 0, notCompared: [] });
      expect(await promote(store, 'counting', 2, held)).toEqual({ from: 1, to: 2 });
    } finally {
      going = false;
      await writing;
    }
    await fixture.caughtUp(1);
    await fixture.caughtUp(2);

    const requests = createRedriveRequests(fixture.database.pool);
    const event = (await requests.show({ projection: 'counting', version: 2, limit: 1 }))[0];
    if (!event) throw new Error('nothing is parked');
    const selection = { projection: 'counting', version: 2, limit: 10 };
    const order = { dryRun: false, requestedBy: 'test' };
    await requests.file({ ...selection, event }, { ...order, action: 'discard' });
    const { redrive } = await requests.file(selection, { ...order, action: 'redrive' });
    await expect
      .poll(() => requests.progress(redrive), { timeout: 20_000 })
      .toMatchObject({ done: 1, pending: 0 });
    expect(
      await fixture.rows("SELECT trail ->> 13 AS place FROM counting_v2.items WHERE item = 'item-7'"),
    ).toEqual([{ place: 'cellar' }]);
  });
});
