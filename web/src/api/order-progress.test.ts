import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isUnderWay } from './order-progress.ts';

it('an order is under way while it is being paid or delivered, but not once it was cancelled', () => {
  const cancelledAt = '2026-03-01T10:00:00.000Z';
  const answers = [
    isUnderWay({ status: 'Open' }),
    isUnderWay({ status: 'PaymentProcessing' }),
    isUnderWay({ status: 'Paid' }),
    isUnderWay({ status: 'Paid', cancelledAt }),
    isUnderWay({ status: 'Completed' }),
  ];
  assert.deepEqual(answers, [false, true, true, false, false]);
});
