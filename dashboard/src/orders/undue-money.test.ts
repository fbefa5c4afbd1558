import assert from 'node:assert/strict';
import { test } from 'node:test';
import { undueMoney } from './undue-money.ts';

const euros = (amount: number) => ({ currency: 'EUR', amount });
const payment = (id: string, status: 'Succeeded' | 'Surplus' | 'Failed', more: object = {}) => ({
  id,
  provider: 'sandbox',
  status,
  amount: euros(49),
  createdAt: '2026-11-26T12:00:00Z',
  ...more,
});

test('what is owed comes first, then the newest payment that paid nothing, without what went back', () => {
  const payments = [
    payment('back', 'Surplus', { refunded: euros(49) }),
    payment('more', 'Surplus', { received: euros(50), refunded: euros(1) }),
    payment('paid', 'Succeeded'),
    payment('none', 'Failed'),
  ];
  assert.deepEqual(undueMoney({ payments }), { paymentId: 'more', amount: euros(49) });
  const owed = { amount: euros(20), reason: 'It was paid twice.' };
  assert.deepEqual(undueMoney({ payments, owed }), { amount: euros(20) });
  assert.equal(undueMoney({ payments: payments.slice(2) }), undefined);
});
