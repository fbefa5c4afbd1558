import assert from 'node:assert/strict';
import { test } from 'node:test';
import { priceChangeIssues, priceChangeRequest } from './price-change.ts';
import { subscriptionEn as texts } from './subscription-en.ts';

const values = {
  item: 'Product/app',
  variationId: 'app-monthly',
  currency: 'EUR',
  amount: '12,50',
  from: '2027-03-01',
};
const now = new Date('2027-01-15T12:00:00Z');

test('a price is announced for the beginning of a day, as it is typed', () => {
  assert.deepEqual(priceChangeIssues(values, texts, now), {});
  assert.deepEqual(priceChangeRequest(values), {
    variationId: 'app-monthly',
    price: { currency: 'EUR', amount: 12.5 },
    from: new Date('2027-03-01T00:00:00').toISOString(),
  });
});

test('a day within the notice, a price of nothing and a plan that is missing are each named', () => {
  const issuesOf = (changes: Partial<typeof values>) =>
    Object.keys(priceChangeIssues({ ...values, ...changes }, texts, now));
  assert.deepEqual(issuesOf({ from: '2027-02-14' }), ['from']);
  assert.deepEqual(issuesOf({ from: '2027-02-16' }), []);
  assert.deepEqual(issuesOf({ from: '', amount: '0' }), ['amount', 'from']);
  assert.deepEqual(issuesOf({ amount: '12.345' }), ['amount']);
  assert.deepEqual(issuesOf({ variationId: '', currency: '' }), ['variationId']);
});
