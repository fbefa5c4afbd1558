import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  FIRST_STATUS,
  IllegalOrderChange,
  type OrderEvent,
  type OrderStatus,
  statusAfter,
} from './order-state.ts';

const STATUSES: readonly OrderStatus[] = ['Open', 'PaymentProcessing', 'Paid', 'Completed'];
const EVENTS: readonly OrderEvent[] = [
  'PaymentStarted',
  'PaymentFailed',
  'PaymentReceived',
  'Fulfilled',
  'RecordedAsPaid',
];

/** Every legal change. */
const LEGAL: readonly (readonly [OrderStatus, OrderEvent, OrderStatus])[] = [
  ['Open', 'PaymentStarted', 'PaymentProcessing'],
  ['Open', 'PaymentReceived', 'Paid'],
  ['Open', 'RecordedAsPaid', 'Completed'],
  ['PaymentProcessing', 'PaymentFailed', 'Open'],
  ['PaymentProcessing', 'PaymentReceived', 'Paid'],
  ['Paid', 'Fulfilled', 'Completed'],
];

for (const status of STATUSES) {
  for (const event of EVENTS) {
    const [, , next] = LEGAL.find(([from, by]) => from === status && by === event) ?? [];
    test(`${event} ${next === undefined ? 'cannot happen to' : `makes ${next} of`} an order that is ${status}`, () => {
      if (next !== undefined) assert.equal(statusAfter(status, event), next);
      else assert.throws(() => statusAfter(status, event), IllegalOrderChange);
    });
  }
}

test('in any sequence of events, an order is completed only after its payment was received, and never leaves that status', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 12 }), (events) => {
      let status = FIRST_STATUS;
      let isPaid = false;
      for (const event of events) {
        const before = status;
        try {
          status = statusAfter(status, event);
        } catch (error) {
          assert.ok(error instanceof IllegalOrderChange);
          continue;
        }
        isPaid ||= event === 'PaymentReceived' || event === 'RecordedAsPaid';
        assert.notEqual(before, 'Completed');
        assert.equal(isPaid, status === 'Paid' || status === 'Completed');
      }
    }),
  );
});
