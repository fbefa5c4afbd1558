import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountToRefund, refundable, refundRequest, type RefundValues } from './refund-request.ts';

const euros = (amount: number) => ({ currency: 'EUR', amount });
const payment = {
  id: 'payment',
  provider: 'sandbox',
  status: 'Succeeded',
  amount: euros(30.3),
  refunded: euros(10.2),
  createdAt: '2026-11-26T00:00:00.000Z',
} as const;
const order: Parameters<typeof refundRequest>[0] = { items: [], payments: [payment], refunds: [] };
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
  const amountOf = (amount: string) => amountToRefund(order, { amount });
  assert.deepEqual(['12.50', ' 12,5 ', '7'].map(amountOf), [12.5, 12.5, 7]);
  for (const text of ['', '0', '-1', '1.000,50', '1.000', '1e3', 'ten'])
    assert.equal(amountOf(text), undefined, text);
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

const SEATS = {
  type: 'Product',
  productId: 'app',
  id: 'line',
  variationId: 'monthly',
  quantity: 3,
  price: {},
  originalPrice: {},
  total: { original: euros(30.3), discount: euros(0), subtotal: euros(30.3), due: euros(30.3) },
  product: { id: 'app', name: 'App', tagline: '', iconUrl: null },
  variation: {
    id: 'monthly',
    name: 'Monthly',
    recurrence: { type: 'Recurring', cycleLength: 'Monthly' },
    originalPrice: {},
    price: {},
    hasDiscount: false,
  },
} as const;
const subscription = { ...order, items: [SEATS] };

test('a subscription of which some units stay goes on, and nobody is asked', () => {
  const values = { ...VALUES, part: 'units', unit0: '1', subscription: 'EndNow' };
  assert.deepEqual(refundRequest(subscription, values), {
    request: { revokeLicenses: true, confirm: false, lines: [{ lineId: 'line', quantity: 1 }] },
  });
  assert.deepEqual(refundRequest(subscription, { ...VALUES, part: 'amount', amount: '5' }), {
    request: { revokeLicenses: false, confirm: false, amount: euros(5) },
  });
});

test('when all units go back, whoever refunds says what becomes of the subscription', () => {
  for (const all of [{}, { part: 'units', unit0: '3' }, { part: 'amount', amount: '20.1' }]) {
    const values = { ...VALUES, ...all };
    assert.deepEqual(refundRequest(subscription, values), { missing: 'subscription' }, JSON.stringify(all));
    const outcome = refundRequest(subscription, { ...values, subscription: 'EndWithPeriod' });
    assert.ok('request' in outcome && outcome.request.subscription === 'EndWithPeriod', JSON.stringify(all));
  }
});

test('units that went back before count: the last two are all', () => {
  const refund = {
    id: 'refund',
    orderId: 'order',
    paymentId: 'payment',
    status: 'Succeeded',
    origin: 'Vendor',
    amount: euros(10.1),
    lines: [{ lineId: 'line', quantity: 1, amount: euros(10.1), tax: euros(0) }],
    revokeLicenses: true,
    createdAt: '2026-11-26T00:00:00.000Z',
  } as const;
  const rest = { ...subscription, refunds: [{ ...refund, lines: [...refund.lines] }] };
  const values = { ...VALUES, part: 'units', unit0: '2' };
  assert.deepEqual(refundRequest(rest, values), { missing: 'subscription' });
  const failed = {
    ...subscription,
    refunds: [{ ...refund, status: 'Failed' as const, lines: [...refund.lines] }],
  };
  assert.ok('request' in refundRequest(failed, values));
});

test('later orders that cost less are confirmed', () => {
  assert.deepEqual(refundRequest(order, { ...VALUES, isConfirmed: true, keepsLicenses: true }), {
    request: { revokeLicenses: false, confirm: true },
  });
});
