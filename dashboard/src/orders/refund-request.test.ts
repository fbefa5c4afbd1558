import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountIn, refundable, refundRequest, type RefundValues } from './refund-request.ts';

const euros = (amount: number) => ({ currency: 'EUR', amount });
const payment = {
  id: 'payment',
  provider: 'sandbox',
  status: 'Succeeded',
  amount: euros(30.3),
  refunded: euros(10.2),
  createdAt: '2026-11-26T00:00:00.000Z',
} as const;
const order: Parameters<typeof refundRequest>[0] = { items: [], payments: [payment] };
const VALUES: RefundValues = {
  part: 'all',
  amount: '',
  reason: ' ',
  keepsLicenses: false,
  subscription: '',
  isConfirmed: false,
};

test('what is left to refund is what was received less what went back, without an error of decimals', () => {
  assert.deepEqual(refundable(order), euros(20.1));
  assert.deepEqual(refundable({ payments: [{ ...payment, received: euros(50) }] }), euros(39.8));
  assert.equal(refundable({ payments: [{ ...payment, status: 'Surplus' }] }), undefined);
});

test('amounts are read with a point or a comma, and nothing else is an amount', () => {
  assert.deepEqual(['12.50', ' 12,5 ', '7'].map(amountIn), [12.5, 12.5, 7]);
  for (const text of ['', '0', '-1', '1.000,50', '1e3', 'ten']) assert.equal(amountIn(text), undefined, text);
});

test('everything that is left goes back without naming an amount', () => {
  assert.deepEqual(refundRequest(order, VALUES), { request: { revokeLicenses: true, confirm: false } });
});

test('with an amount of money the buyer keeps the licenses, also when it is all that is left', () => {
  const values = { ...VALUES, part: 'amount', amount: '5,20', reason: ' Late ' };
  assert.deepEqual(refundRequest(order, values), {
    request: { reason: 'Late', amount: euros(5.2), revokeLicenses: false, confirm: false },
  });
  assert.deepEqual(refundRequest(order, { ...values, amount: 'five' }), { missing: 'amount' });
});

test('units go back of the items that have a number', () => {
  assert.deepEqual(refundRequest(order, { ...VALUES, part: 'units' }), { missing: 'unit0' });
});

test('decisions about a subscription and later orders are sent once somebody has made them', () => {
  const values = { ...VALUES, subscription: 'EndNow', isConfirmed: true, keepsLicenses: true };
  assert.deepEqual(refundRequest(order, values), {
    request: { revokeLicenses: false, subscription: 'EndNow', confirm: true },
  });
});
