import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { fakeProvider } from '../../../../test/fake-provider.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { withProvider } from '../../../../test/payments.ts';
import { stockShop } from '../../../../test/shop.ts';
import {
  nextStep,
  periodsNow,
  rentToOwn,
  subscribe,
  subscriptionNow,
} from '../../../../test/subscriptions.ts';
import type { Problem } from '../../../kernel/problem.ts';
import { createVariation, updateVariation } from '../../catalog/index.ts';
import { listLicenses } from '../../licensing/index.ts';
import type { LicensingTables } from '../../licensing/tables.ts';
import {
  cancelSubscription,
  changePlan,
  compSubscription,
  endSubscription,
  pauseSubscription,
  planTerms,
  previewPlan,
} from '../index.ts';
import type { Subscription, SubscriptionTables } from '../tables.ts';

const DAY_MS = 86_400_000;
const MONTHLY = { type: 'Product', productId: 'synth', variationId: 'synth-monthly' } as const;
const SYNTH = { type: 'Product', id: 'synth' } as const;
const PRO = { variationId: 'synth-pro' };

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  for (const [id, canPause] of [
    ['synth-pro', true],
    ['synth-gone', false],
  ] as const) {
    const prices = { EUR: 1_500, USD: 1_500 };
    const variation = { id, name: id, prices, recurrence: 'Monthly', terms: { canPause } } as const;
    await createVariation(app.ctx, SYNTH, variation);
  }
  await updateVariation(app.ctx, SYNTH, 'synth-gone', { isArchived: true });
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const subscribed = (quantity = 1) => subscribe(app, { item: MONTHLY, quantity, method: 'Succeeds' });

async function previewOf({ id }: Subscription, request: object) {
  return (await previewPlan(app.ctx, id, request, await planTerms(app.ctx, id))).preview;
}

async function write({ id }: Subscription, changes: Partial<Subscription>): Promise<void> {
  await app.system.database.transaction((tx) =>
    tx.tables<SubscriptionTables>().updateTable('subscriptions').set(changes).where('id', '=', id).execute(),
  );
}

/** The unused value, in minor units, of a whole period that was paid with an amount, at this moment. */
async function unusedOf(subscription: Subscription, paidMinor: number): Promise<number> {
  const { startsAt, endsAt } = (await periodsNow(app, subscription)).at(-1) ?? assert.fail();
  const days = (from: Date) => (endsAt.getTime() - from.getTime()) / DAY_MS;
  return Math.floor((paidMinor * Math.ceil(days(app.system.clock.now()))) / Math.round(days(startsAt)));
}

test('the credit of another plan is of what the running period was paid with, after its discounts', async () => {
  const { subscription } = await subscribed();
  const reductions = [{ name: 'Half', amountMinor: 450, payments: 1 }];
  await rentToOwn(app, subscription, { price: { unitOriginalMinor: 900, adjustments: [], reductions } });
  for (const paidMinor of [450, 900]) {
    app.system.clock.advance(10 * DAY_MS);
    const { when, lines, next } = await previewOf(subscription, PRO);
    assert.equal(when, 'Now');
    assert.deepEqual(lines[0]?.agreed?.reductions, [
      { name: 'Unused rest: Monthly', amountMinor: await unusedOf(subscription, paidMinor) },
    ]);
    assert.equal(next.total.dueMinor, 1_500);
    await nextStep(app, subscription);
  }
});

test('a buyer reads of the unused rest in their language', async () => {
  const { subscription } = await subscribed();
  await write(subscription, { locale: 'de-AT' });
  const { lines } = await previewOf(subscription, PRO);
  assert.equal(lines[0]?.agreed?.reductions[0]?.name, 'Nicht genutzter Rest: Monthly');
});

test('where the running period was not paid for, or time is given after it, a dearer plan begins with the next renewal', async () => {
  const { subscription: gifted } = await subscribed();
  const { paidUntil } = await compSubscription(app.ctx, gifted.id, { periods: 1, reason: 'Sorry' });
  const { subscription: refunded } = await subscribed();
  await app.system.database.transaction((tx) =>
    tx
      .tables<SubscriptionTables>()
      .updateTable('subscriptionPeriods')
      .set({ reason: 'Refunded' })
      .where('subscriptionId', '=', refunded.id)
      .execute(),
  );
  for (const [subscription, at] of [
    [gifted, paidUntil],
    [refunded, refunded.paidUntil],
  ] as const) {
    const { when, takesEffectAt, lines, next } = await previewOf(subscription, PRO);
    assert.deepEqual([when, takesEffectAt, lines.length, next.at], ['NextPeriod', at, 0, at]);
  }
});

test('what costs less than the provider charges begins with the next renewal, and nobody is asked to pay it', async () => {
  const { subscription } = await subscribed();
  app.system.clock.set(new Date(subscription.paidUntil.getTime() - DAY_MS / 2));
  const provider = fakeProvider();
  const ctx = withProvider(app.ctx, provider);
  const terms = await planTerms(ctx, subscription.id);
  const preview = async (request: object) =>
    (await previewPlan(ctx, subscription.id, { quantity: 2, ...request }, terms)).preview;
  provider.minimums = { EUR: 1 };
  const dueMinor = (await preview({})).quote.total.dueMinor;
  assert.ok(dueMinor > 0 && dueMinor < 50, `${dueMinor} for half a day`);
  for (const [minimum, when] of [
    [dueMinor, 'Now'],
    [dueMinor + 1, 'NextPeriod'],
  ] as const) {
    provider.minimums = { EUR: minimum };
    const { when: begins, lines, next } = await preview({});
    assert.deepEqual([begins, lines.length, next.total.dueMinor], [when, when === 'Now' ? 1 : 0, 1_800]);
  }
  await assert.rejects(preview({ when: 'Now' }), ({ errors }: Problem) => {
    assert.deepEqual(Object.keys(errors ?? {}), ['when']);
    assert.match(errors?.['when']?.[0] ?? '', /less than the smallest amount/);
    return true;
  });
  const changed = await changePlan(ctx, subscription.id, { quantity: 2 }, terms);
  assert.equal(changed.subscription.nextPlan?.orderId, null);
});

test('a price that was announced counts for more licenses of the same plan, and not for another plan', async () => {
  const { subscription } = await subscribed();
  const { paidUntil: from, startedAt } = subscription;
  await write(subscription, {
    nextPriceMinor: 1_100,
    nextPriceFrom: from,
    nextPriceMailMinor: 1_100,
    nextPriceMailFrom: from,
    nextPriceSentAt: new Date(startedAt.getTime() - 2 * DAY_MS),
  });
  const later = { when: 'NextPeriod' };
  assert.equal((await previewOf(subscription, { quantity: 2, ...later })).next.total.dueMinor, 2_200);
  assert.equal((await previewOf(subscription, { ...PRO, ...later })).next.total.dueMinor, 1_500);
});

test('a subscription that is not paid, or has ended, says why its plan cannot change', async () => {
  const states = {
    SubscriptionEnded: async ({ id }: Subscription) => endSubscription(app.ctx, id),
    RenewalPending: async ({ id }: Subscription) => cancelSubscription(app.ctx, id),
  };
  for (const [errorType, change] of Object.entries(states)) {
    const { subscription } = await subscribed();
    await change(subscription);
    await assert.rejects(previewOf(subscription, PRO), { errorType });
  }
  const { subscription: paused } = await subscribed();
  await pauseSubscription(app.ctx, paused.id, 1);
  await assert.rejects(previewOf(paused, PRO), { errorType: 'RenewalPending' });
  const { subscription: overdue } = await subscribed();
  await write(overdue, { paymentState: 'Held', holdReason: 'Overdue' });
  await assert.rejects(previewOf(overdue, PRO), { errorType: 'RenewalPending' });
  await write(overdue, { paymentState: 'Paid', holdReason: null });
});

async function issuesOf(subscription: Subscription, request: object): Promise<string> {
  const problem = await previewOf(subscription, request).then(
    () => undefined,
    (error: Problem) => error,
  );
  return JSON.stringify(problem ?? null);
}

test('a plan that is no longer sold is refused, and so are fewer licenses than are used on devices', async () => {
  const { subscription } = await subscribed(3);
  assert.match(await issuesOf(subscription, { variationId: 'synth-gone' }), /is no longer sold/);
  const useDevices = (activeActivations: number, ids: readonly string[]) =>
    app.system.database.transaction((tx) =>
      tx
        .tables<LicensingTables>()
        .updateTable('licenses')
        .set({ activeActivations })
        .where('id', 'in', ids)
        .execute(),
    );
  const licenses = await listLicenses(app.ctx, { subscriptionId: subscription.id, limit: 9 });
  const withDevices = licenses.slice(0, 2).map(({ id }) => id);
  await useDevices(1, withDevices);
  assert.match(
    await issuesOf(subscription, { quantity: 1 }),
    /must be at least 2, because 2 of its licenses/,
  );
  assert.equal(await issuesOf(subscription, { quantity: 2 }), 'null');
  await useDevices(0, withDevices);
  assert.equal(await issuesOf(subscription, { quantity: 1 }), 'null');
});

test('pauses come with the plan that has them, and stay when only the number of licenses changes', async () => {
  const { subscription } = await subscribed(2);
  const change = async (request: object) => {
    const terms = await planTerms(app.ctx, subscription.id);
    await changePlan(app.ctx, subscription.id, { ...request, when: 'NextPeriod' }, terms);
    const { variationId, quantity, canPause } = await nextStep(app, subscription);
    return [variationId, quantity, canPause];
  };
  assert.deepEqual(await change({ quantity: 1 }), ['synth-monthly', 1, false]);
  assert.deepEqual(await change(PRO), ['synth-pro', 1, true]);
  assert.deepEqual(await change({ quantity: 2 }), ['synth-pro', 2, true]);
  assert.deepEqual(await change({ variationId: 'synth-monthly' }), ['synth-monthly', 2, false]);
  assert.equal((await subscriptionNow(app, subscription)).nextPlan, null);
});
