import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Period } from '../../src/modules/subscriptions/tables.ts';
import { BuyerModel } from './buyer-model.ts';
import { PLANS } from './subscription-shop.ts';

const planOf = (id: string) => PLANS.find((plan) => plan.id === id) ?? assert.fail();
const day = (date: number) => new Date(Date.UTC(2028, 0, date, 12));

const period = (number: number, changes: Partial<Period>): Period => ({
  accountId: 'demo',
  subscriptionId: 'any',
  number,
  startsAt: day(number),
  endsAt: day(number + 1),
  state: 'Paid',
  reason: null,
  orderId: `order-${number}`,
  createdAt: day(number),
  updatedAt: day(number),
  ...changes,
});

test('a renewal that was opened before a change of the plan is paid on the plan of before, however late', () => {
  const sale = { plan: planOf('daily'), quantity: 1, zone: 'UTC', at: day(1), reduction: null };
  const model = new BuyerModel(sale, period(1, {}));
  model.look([period(2, { state: 'Open' })]);
  assert.equal(model.agree(planOf('yearly'), 1, day(2)), null, 'it waits for the next renewal');
  const isOver = { state: 'Void', reason: 'NotPaid', orderId: null } as const;
  const running = period(4, { orderId: 'order-2' });
  model.look([period(2, isOver), period(3, isOver), running]);
  model.renewed(running, 'order-2', { reference: 'charge', amountMinor: 100, requestedAt: 1 });
  assert.equal(model.plan.id, 'daily');
  model.look([period(5, { endsAt: new Date(Date.UTC(2029, 0, 5, 12)) })]);
  assert.equal(model.plan.id, 'yearly');
});

test('a downtime skips periods of the plan before while they have passed whole, and then those of the agreed plan', () => {
  const at = { createdAt: day(40), state: 'Skipped', reason: 'Downtime', orderId: null } as const;
  const sale = { plan: planOf('monthly'), quantity: 1, zone: 'UTC', at: day(1), reduction: null };
  const february = period(2, { ...at, startsAt: day(32), endsAt: day(61) });
  const firstWeek = { startsAt: day(32), endsAt: day(39) };
  const model = new BuyerModel(sale, period(1, { endsAt: day(32) }));
  model.agree(planOf('weekly'), 1, day(2));
  model.look([period(2, { ...at, ...firstWeek })]);
  assert.equal(model.plan.id, 'weekly');
  const other = new BuyerModel(sale, period(1, { endsAt: day(32) }));
  other.agree(planOf('weekly'), 1, day(2));
  other.look([{ ...february, createdAt: day(62) }]);
  assert.equal(other.plan.id, 'monthly');
});

test('the part of a month that is paid for a change to a rent to own is none of its cycles, and a refund takes none away', () => {
  const sale = { plan: planOf('monthly'), quantity: 1, zone: 'UTC', at: day(1), reduction: null };
  const first = period(1, { endsAt: day(32) });
  const model = new BuyerModel(sale, first);
  const amountMinor = model.agree(planOf('monthly-own'), 1, day(11)) ?? assert.fail();
  model.changed({ reference: 'change', amountMinor, requestedAt: 1 }, day(11), undefined);
  assert.equal(model.restMinor(20_000), 5 * 1_200);
  model.refunded(1);
  assert.equal(model.restMinor(20_000), 5 * 1_200);
});
