import assert from 'node:assert/strict';
import { test } from 'node:test';
import { undueMoney, unduePayment } from './undue-money.ts';

const REASONS = { Surplus: 'too much', Short: 'too little' };
const euros = (amount: number) => ({ currency: 'EUR', amount });
const payment = (id: string, status: 'Succeeded' | 'Surplus' | 'Short' | 'Failed', more: object = {}) => ({
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
    payment('more', 'Surplus', { received: euros(30.3), refunded: euros(10.2) }),
    payment('paid', 'Succeeded'),
    payment('none', 'Failed'),
  ];
  const more = { paymentId: 'more', amount: euros(20.1), reason: 'too much' };
  assert.deepEqual(undueMoney({ payments }, REASONS), more);
  const short = payment('less', 'Short', { received: euros(48) });
  const less = { paymentId: 'less', amount: euros(48), reason: 'too little' };
  assert.deepEqual(undueMoney({ payments: [short, ...payments] }, REASONS), less);
  const owed = { amount: euros(20), reason: 'It was paid twice.' };
  assert.deepEqual(undueMoney({ payments, owed }, REASONS), owed);
  assert.deepEqual(unduePayment({ payments }, REASONS), more, 'and can be returned beside it');
  assert.equal(undueMoney({ payments: payments.slice(2) }, REASONS), undefined);
});
