import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { runPaymentJobs } from '../../../test/payments.ts';
import { type Shopper, shopper, stockShop } from '../../../test/shop.ts';
import { nextStep, periodsNow, rentToOwn, subscribe, subscriptionNow } from '../../../test/subscriptions.ts';
import { createVariation } from '../../modules/catalog/index.ts';
import { createCoupon, pageCodes } from '../../modules/coupons/index.ts';
import { listLicenses } from '../../modules/licensing/index.ts';
import { recordReversals } from '../../modules/payments/index.ts';
import type { PaymentTables } from '../../modules/payments/tables.ts';
import {
  cancelSubscription,
  changePlan,
  endSubscription,
  listOwnSubscriptions,
  mergeSubscriptions,
  milestonesOf,
  planTerms,
  renewSubscription,
  takeStep,
} from '../../modules/subscriptions/index.ts';
import type { Subscription } from '../../modules/subscriptions/tables.ts';

const MONTHLY = { type: 'Product' as const, productId: 'synth', variationId: 'synth-monthly' };
const LOYAL = { ...MONTHLY, variationId: 'synth-loyal' };

let app: TestApp;
let vendor: Record<string, string>;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  vendor = await app.apiKey(app.demo, 'subscriptions:read', 'subscriptions:write', 'orders:write');
  const benefit = { type: 'PercentageOff', basisPoints: 1_000 } as const;
  await createCoupon(app.ctx, { id: 'loyal', name: 'Loyal', benefit });
  await createVariation(
    app.ctx,
    { type: 'Product', id: 'synth' },
    {
      id: 'synth-loyal',
      name: 'Loyal',
      recurrence: 'Monthly',
      prices: { EUR: 1_000, USD: 1_000 },
      terms: { milestones: [{ afterCycles: 3, couponId: 'loyal' }] },
    },
  );
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const send = (one: Subscription, other: Pick<Subscription, 'id'>, headers = vendor) =>
  app.inject({
    method: 'POST',
    url: `/api/subscriptions/${one.id}/merge`,
    headers,
    payload: { subscriptionId: other.id, reason: 'bought twice' },
  });
const merge = async (one: Subscription, other: Subscription) => {
  const answer = await send(one, other);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
};
const issues = async (one: Subscription, other: Pick<Subscription, 'id'>): Promise<string[]> => {
  const answer = await send(one, other);
  assert.equal(answer.statusCode, 400, answer.body);
  return answer.json().errors.subscriptionId;
};
const buy = async (customer: Shopper, fields: object = {}) =>
  (await subscribe(app, { item: MONTHLY, method: 'Succeeds', customer, ...fields })).subscription;
const licensesOf = ({ id }: Subscription) => listLicenses(app.ctx, { subscriptionId: id, limit: 9 });
const typesOf = async ({ id }: Subscription): Promise<string[]> => {
  const url = `/api/subscriptions/${id}/timeline`;
  const { items } = (await app.inject({ url, headers: vendor })).json();
  return items.map(({ type }: { type: string }) => type);
};
const refund = async (orderId: string, payload: object) => {
  const url = `/api/orders/${orderId}/refunds`;
  const answer = await app.inject({ method: 'POST', url, headers: vendor, payload });
  assert.equal(answer.statusCode, 201, answer.body);
};

/** One that runs, and one that has ended, which was paid for `cycles` times; of one customer. */
async function two(
  ownAfterCycles: number | null,
  {
    cycles = 2,
    item = MONTHLY,
    quantity = 1,
  }: { cycles?: number; item?: typeof MONTHLY; quantity?: number } = {},
): Promise<readonly [Subscription, Subscription, Shopper]> {
  const customer = await shopper(app);
  const other = await buy(customer, { item });
  for (let cycle = 1; cycle < cycles; cycle += 1) await nextStep(app, other);
  const past = await endSubscription(app.ctx, other.id);
  const one = await buy(customer, { item, quantity });
  if (ownAfterCycles !== null) await rentToOwn(app, one, { ownAfterCycles });
  return [await subscriptionNow(app, one), past, customer];
}

test('the paid cycles of one that has ended lead to the code that the other one promises, at once and once', async () => {
  const codes = () => pageCodes(app.ctx, { couponId: 'loyal' }, { limit: 99 });
  const before = (await codes()).length;
  const [one, past, customer] = await two(null, { item: LOYAL });
  assert.equal((await codes()).length, before);
  const answer = await merge(one, past);
  assert.equal((await codes()).length, before + 1, 'two cycles there and one here');
  assert.deepEqual([answer.content.quantity, answer.status], [1, 'Active']);
  await nextStep(app, one);
  assert.equal((await codes()).length, before + 1);
  const own = await listOwnSubscriptions(app.ctx, { customerId: customer.id, limit: 9 });
  assert.deepEqual(
    own.map(({ id }) => id),
    [one.id],
    'to the customer they are one',
  );
  assert.ok((await typesOf(one)).includes('subscription.merged'));
  assert.ok((await typesOf(past)).includes('subscription.merged'));
  await assert.rejects(renewSubscription(app.ctx, past.id), { errorType: 'NothingToRenew' });
  await refund(past.orderId, { revokeLicenses: false });
  const [code] = await codes();
  assert.equal(code?.revokedAt ?? null, null, 'the payment after the merge has reached it, too');
});

test('a rent to own is owned when the cycles of both are paid, and what goes back of the other one asks the vendor', async () => {
  const [one, past] = await two(3);
  const answer = await merge(one, past);
  assert.equal(answer.status, 'Completed');
  assert.deepEqual(
    (await licensesOf(one)).map(({ expiresAt }) => expiresAt),
    [null],
  );
  const renewal = (await periodsNow(app, past)).find(({ number }) => number === 2)?.orderId ?? assert.fail();
  const url = `/api/orders/${renewal}/refunds`;
  const undecided = await app.inject({ method: 'POST', url, headers: vendor, payload: {} });
  assert.equal(undecided.statusCode, 400, undecided.body);
  assert.match(undecided.json().errors.subscription?.join(), /licenses never end/);
  assert.equal((await subscriptionNow(app, past)).mergedCycles, 2);
  await refund(renewal, { subscription: 'EndNow' });
  assert.deepEqual(
    (await licensesOf(one)).map(({ status }) => status),
    ['Revoked'],
  );
  assert.equal((await subscriptionNow(app, past)).mergedCycles, 1);
});

test('a dispute of the other one suspends the licenses that it had paid for; a merge meanwhile is refused', async () => {
  const [one, past] = await two(3);
  await merge(one, past);
  const payments = app.system.database.reader.tables<PaymentTables>().selectFrom('payments').selectAll();
  const dispute = async ({ orderId }: Subscription, status: 'Open' | 'Won' | 'Lost') => {
    const payment = await payments.where('subjectId', '=', orderId).executeTakeFirstOrThrow();
    const { id, amountMinor } = payment;
    const news = { reference: `d-${id}`, amountMinor, currency: 'EUR', reason: 'fraudulent', status };
    await recordReversals(app.ctx, id, { refunds: [], warnings: [], disputes: [news] });
  };
  const statuses = async () => (await licensesOf(one)).map(({ status }) => status);
  await dispute(past, 'Open');
  assert.deepEqual(await statuses(), ['Revoked']);
  await assertInvariants(app.system.database.reader);
  await dispute(past, 'Won');
  assert.deepEqual(await statuses(), ['Active']);

  const [next, other] = await two(3);
  await dispute(other, 'Open');
  const sentence = 'The subscription id has a payment that is disputed, or whose dispute was lost.';
  assert.deepEqual(await issues(next, other), [sentence]);
  await dispute(other, 'Won');
  await merge(next, other);
  await dispute(other, 'Lost');
  assert.deepEqual(
    (await licensesOf(next)).map(({ status }) => status),
    ['Revoked'],
  );
});

test('cycles of fewer licenses count for as many as the money pays for, until the plan changes', async () => {
  const [one, past] = await two(12, { cycles: 5, quantity: 2 });
  await merge(one, past);
  const cyclesNow = async () => (await subscriptionNow(app, past)).mergedCycles;
  assert.equal(await cyclesNow(), 2, 'five cycles of one license');
  const progress = async () =>
    (await milestonesOf(app.ctx, await subscriptionNow(app, one), []))?.currentCycleNumber;
  assert.equal(await progress(), 3);
  for (const { orderId } of (await periodsNow(app, past)).slice(1, 3))
    await refund(orderId ?? '', { subscription: 'Keep' });
  assert.deepEqual([await cyclesNow(), await progress()], [1, 2]);
  const terms = await planTerms(app.ctx, one.id);
  await changePlan(app.ctx, one.id, { variationId: LOYAL.variationId, when: 'NextPeriod' }, terms);
  await nextStep(app, one);
  assert.equal(await cyclesNow(), 0);
});

test('every reason against a merge is named at once, and nothing is half done', async () => {
  const [one, past] = await two(12);
  const stranger = await buy(await shopper(app), { item: LOYAL });
  assert.deepEqual(await issues(one, stranger), [
    'The subscription id must be of the same customer.',
    'The subscription id must be on the same plan, synth-monthly.',
    'The subscription id must have ended: end it first, and its paid cycles count.',
  ]);
  assert.deepEqual(await issues(one, one), ['The subscription id must be another subscription.']);
  await rentToOwn(app, one, { ownAfterCycles: null });
  assert.deepEqual(await issues(one, past), [
    'The subscription id cannot count for a plan that leads to nothing more.',
  ]);
  await rentToOwn(app, one, { ownAfterCycles: 12 });
  await merge(one, past);
  assert.deepEqual(await issues(one, past), [`The subscription id was merged into ${one.id} before.`]);
  await cancelSubscription(app.ctx, one.id);
  assert.equal((await send(one, past)).json().errorType, 'RenewalPending');
  await endSubscription(app.ctx, one.id);
  assert.equal((await send(one, past)).json().errorType, 'SubscriptionEnded');
});

test('nobody else merges: not another account, nor a key without the scope', async () => {
  const [one, past] = await two(12);
  const theirs = await app.apiKey(app.other, 'subscriptions:write');
  const url = `/api/subscriptions/${one.id}/merge`;
  const payload = { subscriptionId: past.id, reason: 'x' };
  const elsewhere = await app.injectAs(app.other, { method: 'POST', url, headers: theirs, payload });
  assert.equal(elsewhere.statusCode, 404);
  const reader = await app.apiKey(app.demo, 'subscriptions:read');
  assert.equal((await send(one, past, reader)).statusCode, 403);
  assert.equal((await send(one, { id: '01900000-0000-7000-8000-000000000000' })).statusCode, 404);
  assert.equal((await subscriptionNow(app, past)).mergedInto ?? null, null);
});

test('two merges of one subscription at the same time count it once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, past, customer] = await two(12);
    const another = await buy(customer);
    await rentToOwn(app, another, { ownAfterCycles: 12 });
    const reason = 'a race';
    const outcomes = await Promise.allSettled(
      [one, another].map(({ id }) => mergeSubscriptions(app.ctx, id, { subscriptionId: past.id, reason })),
    );
    assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    const { mergedInto } = await subscriptionNow(app, past);
    assert.equal(mergedInto, outcomes[0]?.status === 'fulfilled' ? one.id : another.id);
  }
});

test('a merge beside a renewal of the other one happens before or after it, and neither is lost', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, past] = await two(4);
    app.system.clock.set(one.dueAt ?? one.paidUntil);
    const outcomes = await Promise.allSettled([
      takeStep(app.ctx, one.id),
      mergeSubscriptions(app.ctx, one.id, { subscriptionId: past.id, reason: 'a race' }),
    ]);
    await runPaymentJobs(app.system);
    const isMerged = outcomes[1]?.status === 'fulfilled';
    const { status } = await subscriptionNow(app, one);
    assert.equal(status, isMerged ? 'Completed' : 'Active', 'two there and two here');
  }
});
