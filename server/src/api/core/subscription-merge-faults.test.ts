import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { paymentOf, reportReversals } from '../../../test/late-money.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { shopper, stockShop } from '../../../test/shop.ts';
import { nextStep, periodsNow, rentToOwn, subscribe, subscriptionNow } from '../../../test/subscriptions.ts';
import { createVariation, loadCatalog } from '../../modules/catalog/index.ts';
import { createCoupon, pageCodes } from '../../modules/coupons/index.ts';
import { listLicenses } from '../../modules/licensing/index.ts';
import {
  endSubscription,
  mergeSubscriptions,
  payoffOf,
  releaseRenewal,
} from '../../modules/subscriptions/index.ts';
import { brokenInvariants } from '../../modules/subscriptions/store-invariants.ts';
import type { Subscription, SubscriptionTables } from '../../modules/subscriptions/tables.ts';

const MONTHLY = { type: 'Product' as const, productId: 'synth', variationId: 'synth-monthly' };
const LOYAL = { ...MONTHLY, variationId: 'synth-loyal' };

let app: TestApp;
let vendor: Merchant;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  vendor = await merchantOf(app);
  const benefit = { type: 'PercentageOff', basisPoints: 1_000 } as const;
  await createCoupon(app.ctx, { id: 'loyal', name: 'Loyal', benefit });
  const variation = {
    id: 'synth-loyal',
    name: 'Loyal',
    recurrence: 'Monthly',
    prices: { EUR: 1_000, USD: 1_000 },
  } as const;
  const terms = { milestones: [{ afterCycles: 3, couponId: 'loyal' }] };
  await createVariation(app.ctx, { type: 'Product', id: 'synth' }, { ...variation, terms });
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const merge = async (one: Subscription, { id }: Pick<Subscription, 'id'>) => {
  await mergeSubscriptions(app.ctx, one.id, { subscriptionId: id, reason: 'bought twice' });
  return vendor.call<{ milestones: { afterCycles: number; reachedAt?: string }[] }>(
    'GET',
    `/api/subscriptions/${one.id}`,
  );
};
const buy = async (customer: Awaited<ReturnType<typeof shopper>>, fields: object = {}) =>
  (await subscribe(app, { item: MONTHLY, method: 'Succeeds', customer, ...fields })).subscription;
const licensesOf = ({ id }: Subscription) => listLicenses(app.ctx, { subscriptionId: id, limit: 9 });
const refund = (orderId: string, body: object) => vendor.call('POST', `/api/orders/${orderId}/refunds`, body);
async function dispute(orderId: string, status: 'Open' | 'Won'): Promise<void> {
  const { id, amountMinor } = await paymentOf(app, orderId);
  const news = { reference: `d-${id}`, amountMinor, currency: 'EUR', reason: 'fraudulent', status };
  await reportReversals(app, orderId, { disputes: [news] });
}

/** One that runs, and one of the same customer that has ended, which was paid for `cycles` times. */
async function two({ cycles = 2, item = MONTHLY, method = 'Succeeds' } = {}): Promise<
  readonly [Subscription, Subscription]
> {
  const customer = await shopper(app);
  const other = await buy(customer, { item });
  for (let cycle = 1; cycle < cycles; cycle += 1) await nextStep(app, other);
  const past = await endSubscription(app.ctx, other.id);
  return [await buy(customer, { item, method }), past];
}

test('while a dispute is open, the next payment completes nothing by what is disputed; when it is won, it does', async () => {
  const [one, past] = await two();
  await rentToOwn(app, one, { ownAfterCycles: 4 });
  await merge(await subscriptionNow(app, one), past);
  await dispute(past.orderId, 'Open');
  assert.equal((await nextStep(app, one)).status, 'Active', 'three of four are undisputed');
  const licenses = async () =>
    (await licensesOf(one)).map(({ status, expiresAt }) => [status, expiresAt === null]);
  assert.deepEqual(await licenses(), [['Active', false]], 'what was paid for can be used');
  const now = await subscriptionNow(app, one);
  assert.equal(await payoffOf(app.ctx, now, await loadCatalog(app.ctx)), undefined, 'four of four are paid');
  await dispute(past.orderId, 'Won');
  assert.equal((await subscriptionNow(app, one)).status, 'Completed');
  assert.deepEqual(await licenses(), [['Active', true]]);
});

test('a dispute that is won completes nothing that has ended since, and gives up no renewal that is still to be paid', async () => {
  const [one, past] = await two();
  await rentToOwn(app, one, { ownAfterCycles: 4 });
  await merge(await subscriptionNow(app, one), past);
  await dispute(past.orderId, 'Open');
  await nextStep(app, one);
  const { status } = await endSubscription(app.ctx, one.id);
  await dispute(past.orderId, 'Won');
  assert.deepEqual([status, (await subscriptionNow(app, one)).status], ['Expired', 'Expired']);
  for (const [ownAfterCycles, expected] of [
    [12, ['Active', 'Retrying', 'Open']],
    [3, ['Completed', 'Paid', 'Void']],
  ] as const) {
    const [other, before] = await two({ method: 'DeclinesSoftly' });
    await rentToOwn(app, other, { ownAfterCycles: 12 });
    await merge(await subscriptionNow(app, other), before);
    await dispute(before.orderId, 'Open');
    assert.equal((await nextStep(app, other)).paymentState, 'Retrying');
    await rentToOwn(app, other, { ownAfterCycles });
    await dispute(before.orderId, 'Won');
    const now = await subscriptionNow(app, other);
    const [, renewal] = await periodsNow(app, other);
    assert.deepEqual([now.status, now.paymentState, renewal?.state], expected);
  }
});

test('units of the other one that go back count no more; each change of it has a revision of its own', async () => {
  const customer = await shopper(app);
  const [one, other] = [await buy(customer, { quantity: 2 }), await buy(customer, { quantity: 2 })];
  await rentToOwn(app, one, { ownAfterCycles: 12 });
  for (let cycle = 1; cycle < 4; cycle += 1) await nextStep(app, other);
  await merge(await subscriptionNow(app, one), await subscriptionNow(app, other));
  const before = await subscriptionNow(app, other);
  assert.equal(before.mergedCycles, 4);
  await refund(other.orderId, { lines: [{ lineId: other.lineId, quantity: 1 }] });
  const after = await subscriptionNow(app, other);
  assert.deepEqual([after.quantity, after.mergedCycles], [1, 3], 'seven of one license are three of two');
  assert.equal(after.revision, before.revision + 2);
  const [, second] = (await periodsNow(app, other)).map(({ orderId }) => orderId ?? '');
  await refund(second ?? '', { subscription: 'EndNow' });
  const ended = await subscriptionNow(app, other);
  assert.deepEqual([ended.mergedCycles, ended.status], [2, 'Expired']);
  assert.equal(ended.revision, after.revision + 3, 'the refund, the count, and the end');
});

/** The plan of a subscription has promised its code after another number of cycles. */
const promise = ({ id }: Subscription, afterCycles: number) =>
  app.system.database.transaction((tx) =>
    tx
      .tables<SubscriptionTables>()
      .updateTable('subscriptionMilestones')
      .set({ afterCycles })
      .where('subscriptionId', '=', id)
      .execute(),
  );

test('a code of a coupon is not given twice where its cycles were changed between the purchases', async () => {
  const codes = () => pageCodes(app.ctx, { couponId: 'loyal' }, { limit: 99 });
  const before = (await codes()).length;
  const [one, past] = await two({ item: LOYAL, cycles: 3 });
  await promise(one, 4);
  const { milestones } = await merge(one, past);
  assert.equal((await codes()).length, before + 1, 'four cycles are paid, and a code was given for three');
  assert.deepEqual([milestones[0]?.afterCycles, milestones[0]?.reachedAt === undefined], [4, false]);
  const [next, other] = await two({ item: LOYAL, cycles: 3 });
  await promise(next, 12);
  const later = await merge(next, other);
  assert.equal(later.milestones[0]?.reachedAt, undefined, 'twelve are not paid');
  assert.equal((await codes())[0]?.revokedAt ?? null, null);
});

test('one that goes on by a server of the release before is held, cannot be released, and is found by night', async () => {
  const customer = await shopper(app);
  const [one, other] = [await buy(customer), await buy(customer)];
  await rentToOwn(app, one, { ownAfterCycles: 12 });
  await merge(await subscriptionNow(app, one), other);
  const { paidUntil } = await subscriptionNow(app, other);
  const set = (changes: Partial<Subscription>) =>
    app.system.database.transaction((tx) =>
      tx
        .tables<SubscriptionTables>()
        .updateTable('subscriptions')
        .set(changes)
        .where('id', '=', other.id)
        .execute(),
    );
  // As a server that knows no merges resumes it.
  await set({ status: 'Active', cancelledAt: null, dueAt: paidUntil });
  const sentences = async () =>
    (await brokenInvariants(app.system.database.reader)).map(({ violation, subject }) => [
      violation,
      subject,
    ]);
  assert.deepEqual(await sentences(), [['MergedRuns', other.id]]);
  const waiting = await nextStep(app, other);
  assert.deepEqual([waiting.paymentState, waiting.holdReason], ['Held', 'Merged']);
  assert.equal((await periodsNow(app, other)).length, 1, 'nothing is charged');
  await assert.rejects(releaseRenewal(app.ctx, other.id), { errorType: 'RenewalNotPossible' });
  await endSubscription(app.ctx, other.id);
  assert.deepEqual(await sentences(), []);
  // As one that returns money without counting again.
  await set({ mergedCycles: 2 });
  assert.deepEqual(await sentences(), [['MergedCycles', other.id]]);
  await set({ mergedCycles: 1 });
});
