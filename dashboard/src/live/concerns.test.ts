import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queriesOf } from './concerns.ts';

const of = (type: string, kind: string) => queriesOf({ type, subject: { type: kind, id: '1' } });

test('an event concerns the page of its subject, what waits for somebody, and what was sold', () => {
  assert.deepEqual(of('order.paid', 'order'), [['order', '1'], ['matters'], ['sales']]);
  assert.deepEqual(of('order.created', 'order'), [['order', '1'], ['matters']]);
  assert.deepEqual(of('payment.disputed', 'dispute'), [['matters']]);
  assert.deepEqual(of('webhook.disabled', 'webhook'), [['webhook', '1'], ['matters']]);
});

test('a page with a form that compares revisions is not read again under it', () => {
  assert.deepEqual(of('customer.updated', 'customer'), []);
  assert.deepEqual(of('license.extended', 'license'), []);
});
