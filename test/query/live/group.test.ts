import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Group } from '../../../src/query/live/group.js';
import { FakeSink } from './fake-sink.js';

const parts = (known: Readonly<Record<string, string>>) => new Map(Object.entries(known));

describe('those who look at the same', () => {
  test('given a change of one part, when it is published, then that part alone is sent, to all the same bytes', () => {
    const group = new Group('e');
    const [one, other] = [new FakeSink(), new FakeSink()];
    group.add(one, undefined);
    group.add(other, undefined);
    group.publish(parts({ a: '1', b: '1' }));
    group.publish(parts({ a: '1', b: '2' }));
    group.publish(parts({ a: '1', b: '2' }));
    expect(one.messages()).toEqual([
      { id: 'e.1', parts: { a: '1', b: '1' } },
      { id: 'e.2', parts: { b: '2' } },
    ]);
    expect(one.chunks[1]).toBe(other.chunks[1]);
  });

  test('given who has seen a change, when it comes back, then it is sent what came since', () => {
    const group = new Group('e');
    group.add(new FakeSink(), undefined);
    for (const b of ['1', '2', '3']) group.publish(parts({ a: '1', b }));
    const back = new FakeSink();
    group.add(back, 'e.1');
    expect(back.messages()).toEqual([{ id: 'e.3', parts: { b: '3' } }]);
    const current = new FakeSink();
    group.add(current, 'e.3');
    expect(current.chunks).toEqual([]);
  });

  test.each(['other.1', 'e.99', 'e.x', 'e.-1', '', 'e'])(
    'given an id that is not known (%s), then all is sent',
    (after) => {
      const group = new Group('e');
      group.add(new FakeSink(), undefined);
      group.publish(parts({ a: '1' }));
      group.publish(parts({ b: '1' }));
      const sink = new FakeSink();
      group.add(sink, after);
      expect(sink.messages()).toEqual([{ id: 'e.2', parts: { a: '1', b: '1' } }]);
    },
  );

  test('given a reader who is late, then nothing is kept for it, and it catches up in one message', () => {
    const group = new Group('e');
    const late = new FakeSink();
    group.add(late, undefined);
    late.isFull = true;
    for (let change = 1; change <= 100; change++) group.publish(parts({ a: String(change) }));
    expect(late.chunks).toHaveLength(1);
    late.drain();
    expect(late.messages().at(-1)).toEqual({ id: 'e.100', parts: { a: '100' } });
    expect(late.chunks).toHaveLength(2);
    group.publish(parts({ a: '101' }));
    expect(late.messages().at(-1)).toEqual({ id: 'e.101', parts: { a: '101' } });
  });

  test('given a reader who stays late, when signs of life are sent, then it is cut off in time', () => {
    let nowMs = 0;
    const group = new Group('e', () => nowMs);
    const late = new FakeSink();
    late.isFull = true;
    group.add(late, undefined);
    const beat = Buffer.from('event: beat\ndata: {}\n\n');
    group.tell(beat);
    nowMs = 30_000;
    group.tell(beat);
    expect(late.isDestroyed).toBe(false);
    nowMs = 30_001;
    group.tell(beat);
    expect(late.isDestroyed).toBe(true);
    expect(late.chunks).toHaveLength(1);
  });

  test('given any changes and any lateness, then whoever can read again shows what is', () => {
    const step = fc.oneof(
      fc.record({ id: fc.constantFrom('a', 'b', 'c'), markup: fc.constantFrom('1', '2', '3') }),
      fc.constantFrom('full', 'drain', 'leave'),
    );
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const group = new Group('e');
        const now: Record<string, string> = {};
        const shown: Record<string, string> = {};
        let last: string | undefined;
        let sink = new FakeSink();
        let leave = group.add(sink, last);
        const read = () => {
          for (const message of sink.messages()) {
            Object.assign(shown, message.parts);
            last = message.id;
          }
          sink.chunks.length = 0;
        };
        for (const one of steps) {
          if (one === 'full') sink.isFull = true;
          else if (one === 'drain') sink.drain();
          else if (one === 'leave') {
            read();
            leave();
            sink = new FakeSink();
            leave = group.add(sink, last);
          } else {
            now[one.id] = one.markup;
            group.publish(parts(now));
          }
        }
        sink.drain();
        read();
        expect(shown).toEqual(now);
      }),
    );
  });
});
