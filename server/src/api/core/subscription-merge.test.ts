import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { paymentOf, refundFails, reportReversals } from '../../../test/late-money.ts';
import { runPaymentJobs } from '../../../test/payments.ts';
import { type Shopper, shopper, stockShop } from '../../../test/shop.ts';
import {
  nextStep,
  payOnPage,
  periodsNow,
  rentToOwn,
  subscribe,
  subscriptionNow,
} from '../../../test/subscriptions.ts';
import { createVariation } from '../../modules/catalog/index.ts';
import { createCoupon, pageCodes } from '../../modules/coupons/index.ts';
import { listLicenses } from '../../modules/licensing/index.ts';
import {
  cancelSubscription,
  changePlan,
  endSubscription,
  listOwnSubscriptions,
  milestonesOf,
  openPayoff,
  planTerms,
  renewSubscription,
  resumeSubscription,
} from '../../modules/subscriptions/index.ts';
import type { Subscription, SubscriptionTables } from '../../modules/subscriptions/tables.ts';
import type { MailTables } from '../../platform/mail/tables.ts';

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
async function dispute(orderId: string, status: 'Open' | 'Won' | 'Lost'): Promise<void> {
  const { id, amountMinor } = await paymentOf(app, orderId);
  const news = { reference: `d-${id}`, amountMinor, currency: 'EUR', reason: 'fraudulent', status };
  await reportReversals(app, orderId, { disputes: [news] });
}

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

test('a code that the other one has reached is not given again, and goes back once the cycles of both do not reach it', async () => {
  const codes = () => pageCodes(app.ctx, { couponId: 'loyal' }, { limit: 99 });
  const before = (await codes()).length;
  const [one, past] = await two(null, { item: LOYAL, cycles: 3 });
  const isRevoked = async () => ((await codes())[0]?.revokedAt ?? null) !== null;
  assert.equal((await codes()).length, before + 1, 'three cycles there');
  const { milestones } = await merge(one, past);
  assert.equal((await codes()).length, before + 1, 'and none for them here');
  assert.notEqual(milestones[0].reachedAt, undefined, 'it is shown here');
  const [, second, third] = (await periodsNow(app, past)).map(({ orderId }) => orderId ?? '');
  await refund(second ?? '', {});
  assert.equal(await isRevoked(), false, 'two cycles there and one here');
  await refund(third ?? '', {});
  assert.equal(await isRevoked(), true);
  await nextStep(app, one);
  assert.equal((await codes()).length, before + 2, 'what is paid later leads to a new one');
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
  await refundFails(app, renewal);
  assert.deepEqual(
    (await licensesOf(one)).map(({ status }) => status),
    ['Active'],
    'the money did not go back after all',
  );
  assert.equal((await subscriptionNow(app, past)).mergedCycles, 2);
});

test('money of the other one that goes back without a unit takes nothing from what was paid off', async () => {
  const [one, past, customer] = await two(9);
  await merge(one, past);
  await payOnPage(app, await openPayoff(app.ctx, one.id), customer.email);
  assert.equal((await subscriptionNow(app, one)).status, 'Completed');
  const refunds = [
    { reference: 'r-1', refundId: null, amountMinor: 100, currency: 'EUR', status: 'Succeeded' },
  ] as const;
  await reportReversals(app, past.orderId, { refunds });
  assert.deepEqual(
    (await licensesOf(one)).map(({ status }) => status),
    ['Active'],
  );
});

test('a dispute of the other one suspends the licenses that it had paid for; a merge meanwhile is refused', async () => {
  const [one, past] = await two(3);
  await merge(one, past);
  const statuses = async (of: Subscription) => (await licensesOf(of)).map(({ status }) => status);
  const renewal = (await periodsNow(app, past)).find(({ number }) => number === 2)?.orderId ?? assert.fail();
  await dispute(renewal, 'Open');
  assert.deepEqual(await statuses(one), ['Revoked']);
  await assertInvariants(app.system.database.reader);
  await dispute(one.orderId, 'Open');
  await dispute(one.orderId, 'Won');
  assert.deepEqual(await statuses(one), ['Revoked'], 'the other one is disputed yet');
  await dispute(renewal, 'Won');
  assert.deepEqual(await statuses(one), ['Active']);

  const [next, other] = await two(3);
  await dispute(other.orderId, 'Open');
  const sentence = 'The subscription id has a payment that is disputed, or whose dispute was lost.';
  assert.deepEqual(await issues(next, other), [sentence]);
  await dispute(other.orderId, 'Won');
  await merge(next, other);
  await dispute(other.orderId, 'Lost');
  assert.deepEqual(await statuses(next), ['Revoked']);
});

test('a dispute of more than is needed takes nothing; of what is needed, until it is decided', async () => {
  const [one, past] = await two(3, { cycles: 3 });
  await merge(one, past);
  const statuses = async () => (await licensesOf(one)).map(({ status }) => status);
  const [, second = '', third = ''] = (await periodsNow(app, past)).map(({ orderId }) => orderId ?? '');
  await dispute(second, 'Open');
  assert.deepEqual(await statuses(), ['Active'], 'three others are paid');
  await dispute(third, 'Open');
  assert.deepEqual(await statuses(), ['Revoked']);
  await dispute(second, 'Lost');
  assert.deepEqual(await statuses(), ['Revoked'], 'the other one is disputed yet');
  await dispute(third, 'Won');
  assert.deepEqual(await statuses(), ['Active'], 'three are paid');
  await dispute(one.orderId, 'Open');
  await dispute(one.orderId, 'Won');
  assert.deepEqual(await statuses(), ['Active'], 'a dispute that was lost before is no reason');
});

test('when the quantity of the first one changes, cycles count for as many as the money pays for', async () => {
  const [one, past] = await two(12, { cycles: 5 });
  await merge(one, past);
  const terms = await planTerms(app.ctx, one.id);
  await changePlan(app.ctx, one.id, { quantity: 2 }, terms);
  await runPaymentJobs(app.system);
  assert.deepEqual(
    [(await subscriptionNow(app, one)).quantity, (await subscriptionNow(app, past)).mergedCycles],
    [2, 2],
  );
  await refund((await periodsNow(app, past))[1]?.orderId ?? '', { subscription: 'Keep' });
  assert.equal((await subscriptionNow(app, past)).mergedCycles, 2, 'four of one are two of two');
});

test('a cycle of which unused days were returned counts for nothing, before the merge and after it', async () => {
  const customer = await shopper(app);
  const [one, other] = [await buy(customer), await buy(customer)];
  await rentToOwn(app, one, { ownAfterCycles: 12 });
  await nextStep(app, other);
  await nextStep(app, one);
  app.system.clock.advance(86_400_000);
  await endSubscription(app.ctx, other.id, { refund: 'Unused' });
  await merge(await subscriptionNow(app, one), other);
  assert.equal((await subscriptionNow(app, other)).mergedCycles, 1);
  const third = await buy(customer);
  await nextStep(app, one);
  await merge(await subscriptionNow(app, one), third);
  assert.equal((await subscriptionNow(app, third)).mergedCycles, 1);
  await endSubscription(app.ctx, third.id, { refund: 'Unused' });
  assert.equal((await subscriptionNow(app, third)).mergedCycles, 0);
});

test('one that runs is cancelled: it works until the end of its paid period, and can go on in no way', async () => {
  const customer = await shopper(app);
  const one = await buy(customer);
  const other = await buy(customer);
  await nextStep(app, other);
  await rentToOwn(app, one, { ownAfterCycles: 12 });
  await rentToOwn(app, other, { ownAfterCycles: 12 });
  await openPayoff(app.ctx, other.id);
  await merge(await subscriptionNow(app, one), other);
  const merged = await subscriptionNow(app, other);
  assert.deepEqual(
    [merged.status, merged.endedAt, merged.mergedInto, merged.mergedCycles],
    ['Cancelled', null, one.id, 2],
  );
  const [license] = await licensesOf(other);
  assert.deepEqual([license?.status, license?.expiresAt], ['Active', merged.expiresAt]);
  await assert.rejects(resumeSubscription(app.ctx, other.id), { errorType: 'NothingToTakeBack' });
  await assert.rejects(openPayoff(app.ctx, other.id), { errorType: 'PayoffNotPossible' });
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').selectAll();
  const { subject, textBody } = await mails
    .where('recipient', '=', customer.email)
    .orderBy('createdAt', 'desc')
    .executeTakeFirstOrThrow();
  assert.match(subject, /^Your payments at .* are counted together$/, 'and none that says: take it back');
  const text = textBody.replaceAll(/\s+/g, ' ');
  assert.match(text, /2 payments for one of them count for the other one now/);
  assert.match(text, /ends on .*, and nothing more is charged for it/);
  const listIds = async () =>
    (await listOwnSubscriptions(app.ctx, { customerId: customer.id, limit: 9 })).map(({ id }) => id);
  assert.deepEqual((await listIds()).toSorted(), [one.id, other.id].toSorted());
  assert.equal((await nextStep(app, other)).status, 'Expired');
  assert.deepEqual(await listIds(), [one.id]);
});

test('what was merged into the other one comes with it, also when its money goes back', async () => {
  const [second, first, customer] = await two(12);
  await merge(second, first);
  await endSubscription(app.ctx, second.id);
  const third = await buy(customer);
  await rentToOwn(app, third, { ownAfterCycles: 5 });
  const progress = async () =>
    (await milestonesOf(app.ctx, await subscriptionNow(app, third), []))?.currentCycleNumber;
  await dispute(first.orderId, 'Open');
  assert.match((await issues(third, second)).join(), /disputed/, 'a dispute of the first one, too');
  await dispute(first.orderId, 'Won');
  await merge(third, second);
  const merges = await Promise.all([first, second].map((each) => subscriptionNow(app, each)));
  assert.deepEqual(
    merges.map(({ mergedInto, mergedCycles }) => [mergedInto, mergedCycles]),
    [
      [third.id, 2],
      [third.id, 1],
    ],
  );
  assert.equal(await progress(), 4);
  await refund(first.orderId, { revokeLicenses: false });
  assert.equal(await progress(), 3);
  await nextStep(app, third);
  assert.equal((await nextStep(app, third)).status, 'Completed');
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
  assert.equal(await cyclesNow(), null);
  await refund((await periodsNow(app, past))[3]?.orderId ?? '', { subscription: 'Keep' });
  assert.equal(await cyclesNow(), null, 'for good');
});

test('every reason against a merge is named at once, and nothing is half done', async () => {
  const [one, past] = await two(12);
  const stranger = await buy(await shopper(app), { item: LOYAL });
  assert.deepEqual(await issues(one, stranger), [
    'The subscription id must be of the same customer.',
    'The subscription id must be on the same plan, synth-monthly.',
  ]);
  assert.deepEqual(await issues(one, one), ['The subscription id must be another subscription.']);
  const [other] = await two(12);
  await app.system.database.transaction((tx) =>
    tx
      .tables<SubscriptionTables>()
      .updateTable('subscriptions')
      .set({ customerId: one.customerId, cycleLength: 'Yearly', currency: 'USD' })
      .where('id', '=', other.id)
      .execute(),
  );
  assert.deepEqual(await issues(one, other), [
    'The subscription id must have the same cycle, Monthly.',
    'The subscription id must be in the same currency, EUR.',
  ]);
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
