import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BuyerModel } from './buyer-model.ts';
import { type Candidate, choose } from './subscription-choice.ts';
import { PLANS } from './subscription-shop.ts';

const AT = new Date('2028-01-28T12:00:00.000Z');

function candidate(id: string, paymentState: Candidate['paymentState'] = 'Paid'): Candidate {
  const plan = PLANS.find(({ cycle }) => cycle === 'Weekly') ?? assert.fail();
  const first = {
    accountId: 'demo',
    subscriptionId: id,
    number: 1,
    startsAt: AT,
    endsAt: new Date('2028-02-04T12:00:00.000Z'),
    state: 'Paid' as const,
    reason: null,
    orderId: null,
    createdAt: AT,
    updatedAt: AT,
  };
  const model = new BuyerModel({ plan, quantity: 1, zone: 'UTC', at: AT, reduction: null }, first);
  return { walked: { id, customerId: id, model, paidPeriods: new Map(), disputed: null }, paymentState };
}

test('nine steps in ten are taken with a subscription that they are meant for, the tenth with any', () => {
  const paid = candidate('paid');
  const unpaid = candidate('unpaid', 'Retrying');
  const over = candidate('over');
  over.walked.model.ended(1);
  const all = [paid, paid, unpaid, over];
  const chooseId = (kind: 'BuyerPays' | 'Renew' | 'Release' | 'Cancel', of: number) =>
    choose(all, { kind, of })?.id;
  for (const place of [1, 2, 3, 4]) {
    assert.equal(chooseId('BuyerPays', place), 'unpaid');
    assert.equal(chooseId('Renew', place), 'over');
    assert.notEqual(chooseId('Cancel', place), 'over', 'what people do with one that goes on');
  }
  assert.equal(chooseId('Release', 2), 'unpaid', 'none is held: any of them');
  assert.equal(chooseId('BuyerPays', 20), 'paid');
  assert.equal(choose([], { kind: 'Cancel', of: 1 }), undefined);
});
