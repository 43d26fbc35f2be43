import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkOrder } from '../../src/intake/order/validate.js';
import type { Json } from '../support/accounts.js';
import { inDays } from '../support/days.js';
import { without, withValue } from '../support/json-path.js';
import { anyMutation } from '../support/mutations.js';
import { fullJoinOrder, fullLeaveOrder } from '../support/orders.js';
import { joinOrders, leaveOrders } from './bad-payloads/orders.js';

const TODAY = inDays(0);
const TOMORROW = inDays(1);

function faultsOf(payload: unknown): { code: string; attr: string }[] {
  const checked = checkOrder(payload, TODAY);
  return checked.outcome === 'valid' ? [] : checked.errors.map(({ code, attr }) => ({ code, attr }));
}

describe('given a valid order', () => {
  test.each([
    ['to join, with everything', fullJoinOrder()],
    ['to leave, with everything', fullLeaveOrder()],
    ['without a time of its request', without(fullJoinOrder(), 'requested_at')],
    ['requested today', withValue(fullJoinOrder(), 'requested_at', `${TODAY}T23:59:59Z`)],
    ['for an account number', withValue(fullJoinOrder(), 'account', { number: 'A-1' })],
  ])('when it is one %s, then nothing is wrong', (_name, order) => {
    expect(faultsOf(order)).toEqual([]);
  });
});

describe('given an order to join and one change', () => {
  test.each(joinOrders)('$name → $code at "$attr"', ({ change, code, attr }) => {
    expect(faultsOf(change(fullJoinOrder()))).toEqual([{ code, attr }]);
  });
});

describe('given an order that was requested tomorrow', () => {
  test('then that is in the future', () => {
    const order = withValue(fullJoinOrder(), 'requested_at', `${TOMORROW}T00:00:00Z`);
    expect(faultsOf(order)).toEqual([{ code: 'time_in_future', attr: 'requested_at' }]);
  });
});

describe('given an order to leave and one change', () => {
  test.each(leaveOrders)('$name → $code at "$attr"', ({ change, code, attr }) => {
    expect(faultsOf(change(fullLeaveOrder()))).toEqual([{ code, attr }]);
  });
});

describe('given an order and any single mutation', () => {
  test('when it is validated, then there is one fault, at the mutated path', () => {
    const anyOrder: fc.Arbitrary<Json> = fc.constantFrom(fullJoinOrder(), fullLeaveOrder());
    fc.assert(
      fc.property(anyOrder, anyMutation, (order, mutate) => {
        const { payload, attr, code } = mutate(order);
        expect(faultsOf(payload)).toEqual([{ code: expect.stringMatching(code), attr }]);
      }),
    );
  });
});
