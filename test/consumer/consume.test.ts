import { describe, expect, it } from 'vitest';
import { consume } from '../../src/consumer/index.js';
import { makeTopic, settingsFor } from '../kafka/support.js';
import { kafkaForTests } from '../support/kafka.js';
import { committed, newName, quick, range, routed, WAIT, write } from './support.js';

const kafka = await kafkaForTests();

describe.skipIf('missing' in kafka)('a topic consumer', () => {
  if ('missing' in kafka) return;
  const settings = settingsFor(kafka.brokers);
  const make = async (partitions = 1) => {
    const topic = newName(kafka.prefix, 'routed');
    const group = newName(kafka.prefix, 'group');
    await makeTopic(settings, topic, partitions);
    return { topic, group, ...quick(kafka.brokers, topic, group) };
  };

  it('given events in several versions, then each comes in current form with its envelope and place', async () => {
    const { topic, options, faults } = await make();
    await write(settings, topic, [
      routed({ origin: [3, 7], known: { subject: 'account/A-7', organisation: 'acme' } }),
      routed({ origin: [3, 8], version: 'v2', data: { agreement_id: 8, account_number: 'A-8' } }),
      routed({ origin: [3, 9], version: 'current', data: { agreement_id: 9, account_number: null } }),
    ]);
    const events: object[] = [];
    const consumer = consume({
      ...options,
      handlers: { 'agreement.revoked': (event) => void events.push(event) },
    });
    await expect.poll(() => events.length, WAIT).toBe(3);
    await consumer.stop();
    expect(events).toMatchObject([
      {
        type: 'agreement.revoked',
        data: { agreement_id: 7, account_number: 'A-7' },
        envelope: {
          id: 'e-3-7',
          version: 'v1',
          subject: 'account/A-7',
          organisation: 'acme',
          traceparent: null,
        },
        origin: { partition: 3, sequence: 7 },
        topic,
        partition: 0,
        offset: '0',
      },
      { data: { agreement_id: 8, account_number: 'A-8' }, envelope: { version: 'v2' } },
      { data: { agreement_id: 9, account_number: null }, envelope: { version: 'current' } },
    ]);
    expect(faults).toEqual([]);
  });

  it('given types that nobody handles, then they are skipped, also where they could not be decoded', async () => {
    const { topic, options, group, faults } = await make();
    await write(settings, topic, [
      routed({
        origin: [0, 1],
        type: 'agreement.terminated',
        version: 'v1',
        data: { agreement_id: 1 },
        schemaId: 77,
      }),
      ...range(0, 2, 3),
    ]);
    const consumer = consume({ ...options, handlers: { 'agreement.revoked': () => {} } });
    await expect
      .poll(() => consumer.counts, WAIT)
      .toEqual({ handled: 2, skipped: 1, repeated: 0, deadLetters: 0 });
    await consumer.stop();
    expect(faults).toEqual([]);
    expect(await committed(settings, group, topic)).toEqual({ offset: 3, note: '0:3' });
  });

  it('given events sent again, from several source partitions, then they are dropped, also behind a restart', async () => {
    const { topic, options, faults } = await make();
    const ids: string[] = [];
    const handlers = {
      'agreement.revoked': (event: { envelope: { id: string } }) => void ids.push(event.envelope.id),
    };
    await write(settings, topic, [
      ...range(0, 1, 5),
      ...range(4, 11, 13),
      ...range(0, 2, 5),
      ...range(0, 6, 6),
    ]);
    const first = consume({ ...options, handlers });
    await expect.poll(() => first.counts.handled, WAIT).toBe(9);
    await first.stop();
    expect(first.counts.repeated).toBe(4);
    // The topic's end is committed; what is behind it was seen before the restart only.
    await write(settings, topic, [
      ...range(4, 12, 13),
      ...range(0, 4, 6),
      ...range(4, 14, 14),
      ...range(0, 7, 7),
    ]);
    const second = consume({ ...options, handlers });
    await expect.poll(() => second.counts.handled, WAIT).toBe(2);
    await second.stop();
    expect(second.counts.repeated).toBe(5);
    expect(ids).toEqual([
      ...[
        'e-0-1',
        'e-0-2',
        'e-0-3',
        'e-0-4',
        'e-0-5',
        'e-4-11',
        'e-4-12',
        'e-4-13',
        'e-0-6',
        'e-4-14',
        'e-0-7',
      ],
    ]);
    expect(faults).toEqual([]);
  });

  it('given records without an origin, then none is taken for a repeat', async () => {
    const { topic, options } = await make();
    await write(settings, topic, [routed({ origin: undefined }), routed({ origin: undefined })]);
    const consumer = consume({ ...options, handlers: { 'agreement.revoked': () => {} } });
    await expect.poll(() => consumer.counts.handled, WAIT).toBe(2);
    await consumer.stop();
  });

  it('given a group that begins at the end, then it gets what comes from then on, also if it is restarted before that', async () => {
    const { topic, options, group } = await make(2);
    await write(settings, topic, range(0, 1, 5));
    const ids: string[] = [];
    const start = () =>
      consume({
        ...options,
        from: 'end',
        handlers: { 'agreement.revoked': ({ envelope: { id } }) => void ids.push(id) },
      });
    const first = start();
    await expect.poll(() => committed(settings, group, topic), WAIT).toEqual({ offset: 5, note: '' });
    await first.stop();
    await write(settings, topic, range(0, 6, 7));
    const second = start();
    await expect.poll(() => ids, WAIT).toEqual(['e-0-6', 'e-0-7']);
    await second.stop();
  });

  it('given a stop while a handler works, then it returns first, is committed, and nothing more begins', async () => {
    const { topic, options, group } = await make();
    await write(settings, topic, range(0, 1, 10));
    const begun: number[] = [];
    const ended: number[] = [];
    let finish: () => void = () => {};
    const consumer = consume({
      ...options,
      handlers: {
        'agreement.revoked': async ({ data }) => {
          begun.push(data.agreement_id);
          if (data.agreement_id === 3) {
            await new Promise<void>((resume) => {
              finish = resume;
            });
          }
          ended.push(data.agreement_id);
        },
      },
    });
    await expect.poll(() => begun, WAIT).toEqual([1, 2, 3]);
    let stopped = false;
    const stopping = consumer.stop().then(() => {
      stopped = true;
    });
    await new Promise((resume) => setTimeout(resume, 300));
    expect(stopped).toBe(false);
    finish();
    await stopping;
    expect([begun, ended]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
    expect(await committed(settings, group, topic)).toEqual({ offset: 3, note: '0:3' });
  });

  it('given a topic that is not there yet, then it waits, says so, and begins when it is', async () => {
    const { options, faults } = await make();
    const topic = newName(kafka.prefix, 'late');
    const consumer = consume({ ...options, topics: [topic], handlers: { 'agreement.revoked': () => {} } });
    await expect.poll(() => faults.length, WAIT).toBeGreaterThan(0);
    await makeTopic(settings, topic, 1);
    await write(settings, topic, range(0, 1, 2));
    await expect.poll(() => consumer.counts.handled, WAIT).toBe(2);
    await consumer.stop();
  });
});
