import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Catalogue, loadCatalogue } from '../../src/catalogue/index.js';
import { undecidable } from '../../src/importer/decide.js';
import { expired, isOver } from '../../src/importer/expire.js';
import { britishMidnight } from '../../src/importer/orders/british-midnight.js';
import { decideOrder } from '../../src/importer/orders/decide-order.js';
import { nextLook } from '../../src/importer/orders/run-orders.js';
import { claimedOrder, joinOrder, leaveOrder } from './orders.js';

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await loadCatalogue();
});

describe('given an order whose account is there, when it is decided', () => {
  test('then a join is requested for its supply points, and the order completes with its number', () => {
    const outcome = decideOrder(claimedOrder(), 'A-7', 12);
    const number = outcome.processNumber;
    expect(number).toMatch(/^JS-[0-9A-Z]{8}$/);
    expect(outcome.events.map(({ type, key, data }) => [type, key, data])).toEqual([
      [
        'lifecycle.join-supplier.requested',
        'A-7',
        {
          account_number: 'A-7',
          join_supplier_process_number: number,
          subtype: 'CHANGE_OF_SUPPLY',
          supply_points: [
            {
              external_identifier: '2000000000006',
              market_name: 'electricity',
              requested_supply_start_date: '2026-12-01',
            },
          ],
          requested_at: '2026-11-21T10:00:00.000Z',
        },
      ],
      [
        'data_import.order_process.complete',
        'org/order/order-1',
        { external_order_id: 'order-1', process_id: number },
      ],
    ]);
  });

  test('then a leave is requested from local midnight on, with id and number of its process', () => {
    const payload = { ...leaveOrder, requested_at: '2026-11-01T09:15:00Z' };
    const { events, processNumber } = decideOrder(claimedOrder({ payload }), 'A-7', 12);
    expect(processNumber).toMatch(/^LS-[0-9A-Z]{8}$/);
    expect(events[0]).toMatchObject({
      type: 'lifecycle.leave-supplier.requested',
      version: 'v3',
      key: 'A-7',
      data: {
        leave_supplier_process_id: 12,
        leave_supplier_process_number: processNumber,
        supply_points: [{ market_identifier: 'gas', external_identifier: '7412589630', market_name: 'gas' }],
        requested_supply_end_date: '2027-04-01',
        requested_supply_end_at: '2027-03-31T23:00:00Z',
        requested_at: '2026-11-01T09:15:00Z',
        is_passive: false,
      },
    });
  });

  test('then every event is in the catalogue, under the key that the catalogue gives it', () => {
    const outcomes = [
      decideOrder(claimedOrder(), 'A-7', 12),
      decideOrder(claimedOrder({ payload: leaveOrder }), 'A-7', 12),
      expired(claimedOrder()),
      undecidable(claimedOrder()),
    ];
    for (const { type, version, data, key } of outcomes.flatMap(({ events }) => events)) {
      const bytes = catalogue.encodeUnknown(type, version, data);
      expect(catalogue.decode(type, version, bytes)).toMatchObject(structuredClone(data));
      expect(key).toBe(catalogue.keyOf(type, version, { ...data }, 'org'));
    }
  });
});

describe('given a day, then supply ends at its midnight in Great Britain', () => {
  test.each([
    ['2026-01-15', '2026-01-15T00:00:00Z'],
    ['2026-03-29', '2026-03-29T00:00:00Z'],
    ['2026-03-30', '2026-03-29T23:00:00Z'],
    ['2026-04-01', '2026-03-31T23:00:00Z'],
    ['2026-10-25', '2026-10-24T23:00:00Z'],
    ['2026-10-26', '2026-10-26T00:00:00Z'],
    ['1970-06-01', '1970-05-31T23:00:00Z'],
  ])('%s is %s', (day, instant) => {
    expect(britishMidnight(day)).toBe(instant);
  });

  test('and whatever the day, a clock there shows it at 00:00', () => {
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Europe/London',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    const range = { min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(range), (date) => {
        const day = date.toISOString().slice(0, 10);
        expect(clock.format(new Date(britishMidnight(day)))).toBe(`${day} 00:00:00`);
      }),
    );
  });
});

describe('given an order that waits', () => {
  const accepted = Date.parse('2026-11-21T10:00:00.000Z');
  const end = Date.parse('2026-12-21T10:00:00.000Z');

  test('when its window ends, then from that very moment it is over', () => {
    expect(isOver(claimedOrder(), end - 1)).toBe(false);
    expect(isOver(claimedOrder(), end)).toBe(true);
  });

  test('then it is looked at again soon, later less often, and never after its window', () => {
    const waits = (now: number) => Date.parse(nextLook(claimedOrder(), now)) - now;
    expect(waits(accepted)).toBe(1_000);
    expect(waits(accepted + 8_000)).toBe(8_000);
    expect(waits(accepted + 86_400_000)).toBe(3_600_000);
    expect(waits(end - 5_000)).toBe(5_000);
    fc.assert(
      fc.property(fc.integer({ min: accepted, max: end - 1 }), (now) => {
        const next = Date.parse(nextLook(claimedOrder(), now));
        expect(next).toBeGreaterThan(now);
        expect(next).toBeLessThanOrEqual(end);
      }),
    );
  });
});

test('given an order that cannot be carried out, then its error and its faults are told', () => {
  const { events, code } = undecidable(claimedOrder({ payload: joinOrder }));
  expect(code).toBe('internal_import_error');
  expect(events.map(({ type }) => type)).toEqual(['data_import.order_process.error', 'import.failed']);
});
