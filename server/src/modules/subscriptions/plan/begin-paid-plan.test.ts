import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { refundFails } from '../../../../test/late-money.ts';
import { runJobs, runPaymentJobs } from '../../../../test/payments.ts';
import { type Shopper, stockShop } from '../../../../test/shop.ts';
import { nextStep, rentToOwn, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import { listLicenses } from '../../licensing/index.ts';
import { getOrder } from '../../orders/index.ts';
import { providerOf } from '../../payments/find-provider.ts';
import type { PaymentTables } from '../../payments/tables.ts';
import {
  changePlan,
  compSubscription,
  extendSubscription,
  pauseSubscription,
  planPayPage,
  planTerms,
  returnMoneyJob,
} from '../index.ts';
import type { Subscription } from '../tables.ts';

const MONTHLY = { type: 'Product', productId: 'synth', variationId: 'synth-monthly' } as const;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const REASON = 'Sorry';
/** What happens between the agreement and the payment of it. */
const MEANWHILE: Readonly<Record<string, (subscription: Subscription) => Promise<unknown>>> = {
  'given days': ({ id }) => extendSubscription(app.ctx, id, { days: 3, reason: REASON }),
  'given a month': ({ id }) => compSubscription(app.ctx, id, { periods: 1, reason: REASON }),
  paused: ({ id }) => pauseSubscription(app.ctx, id, 1),
};

/** A change to three units, paid after something else has happened to the subscription. */
async function paidTooLate(change: (subscription: Subscription) => Promise<unknown>) {
  const { subscription, customer } = await subscribe(app, { item: MONTHLY });
  const terms = await planTerms(app.ctx, subscription.id);
  const { subscription: agreed } = await changePlan(app.ctx, subscription.id, { quantity: 3 }, terms);
  const orderId = agreed.nextPlan?.orderId ?? assert.fail();
  const { pathname } = new URL((await planPayPage(app.ctx, agreed)) ?? assert.fail());
  await change(subscription);
  const paid = await app.inject({ method: 'POST', url: `/api${pathname}/pay`, payload: paymentOf(customer) });
  assert.equal(paid.statusCode, 200, paid.body);
  return { subscription, orderId };
}

const AGREED = { recurringConsent: { wording: '2026-12' } };
const paymentOf = ({ email }: Shopper) => ({ name: 'Ann', email, sandboxOutcome: 'Succeed', ...AGREED });

/** Everything that was saved and not deleted again. */
async function usableMethods(): Promise<string[]> {
  const methods = app.system.database.reader.tables<PaymentTables>().selectFrom('savedPaymentMethods');
  const rows = await methods.select('id').where('status', '=', 'Usable').execute();
  return rows.map(({ id }) => id);
}

/** A change to three units, and the page that pays it. */
async function threeUnits({ subscription }: Pick<Awaited<ReturnType<typeof subscribe>>, 'subscription'>) {
  const terms = await planTerms(app.ctx, subscription.id);
  const { subscription: agreed } = await changePlan(app.ctx, subscription.id, { quantity: 3 }, terms);
  const { pathname } = new URL((await planPayPage(app.ctx, agreed)) ?? assert.fail());
  return `/api${pathname}`;
}

test('without a method, whoever pays a change agrees to the later payments of all units, and they are charged', async () => {
  const { subscription, customer } = await subscribe(app, { item: MONTHLY });
  const url = await threeUnits({ subscription });
  const page = (await app.inject({ url })).json();
  const [{ renewal }] = page.lines;
  assert.deepEqual(
    [renewal.nextPaymentAt, renewal.prices],
    [subscription.paidUntil.toISOString(), [{ payment: 2, subtotal: 27, taxes: 0, due: 27 }]],
  );
  assert.match(page.subscription.consent.en, /saved and charged until I cancel: .*€27\.00 every month/);
  const { recurringConsent: _consent, ...without } = paymentOf(customer);
  const refused = await app.inject({ method: 'POST', url: `${url}/pay`, payload: without });
  assert.ok('recurringConsent' in refused.json().errors, refused.body);
  const paid = await app.inject({ method: 'POST', url: `${url}/pay`, payload: paymentOf(customer) });
  assert.equal(paid.json().status, 'Completed', paid.body);
  const changed = await subscriptionNow(app, subscription);
  assert.deepEqual([changed.quantity, changed.methodId], [3, (await usableMethods()).at(-1)]);
  const renewed = await nextStep(app, changed);
  assert.deepEqual([renewed.paymentState, renewed.methodId], ['Paid', changed.methodId]);
});

test('where the shop saves no methods any more, the buyer of a subscription pays all the same, and agrees to nothing', async () => {
  const { subscription, customer } = await subscribe(app, { item: MONTHLY });
  const url = await threeUnits({ subscription });
  const provider = (await providerOf(app.ctx)) ?? assert.fail();
  const { capabilities } = provider;
  const able = await capabilities(app.ctx);
  Object.assign(provider, { capabilities: async () => ({ ...able, savesMethods: false }) });
  try {
    assert.equal((await app.inject({ url })).json().subscription, undefined);
    const { recurringConsent: _consent, ...payload } = paymentOf(customer);
    const paid = await app.inject({ method: 'POST', url: `${url}/pay`, payload });
    assert.equal(paid.json().status, 'Completed', paid.body);
  } finally {
    Object.assign(provider, { capabilities });
  }
  const { quantity, methodId } = await subscriptionNow(app, subscription);
  assert.deepEqual([quantity, methodId], [3, null]);
});

test('the card that pays a change in place of one that was declined is charged from then on', async () => {
  const { subscription, customer } = await subscribe(app, { item: MONTHLY, method: 'DeclinesForGood' });
  const before = await usableMethods();
  const url = await threeUnits({ subscription });
  await runPaymentJobs(app.system);
  const { recurringConsent: _consent, ...payload } = paymentOf(customer);
  const paid = await app.inject({ method: 'POST', url: `${url}/pay`, payload });
  assert.equal(paid.json().status, 'Completed', paid.body);
  const { methodId } = await subscriptionNow(app, subscription);
  const others = before.filter((id) => id !== subscription.methodId);
  assert.deepEqual(new Set(await usableMethods()), new Set([...others, methodId]));
});

for (const [what, change] of Object.entries(MEANWHILE))
  test(`a change that is paid after the subscription was ${what} does not begin, and its money goes back`, async () => {
    const saved = await usableMethods();
    const { subscription, orderId } = await paidTooLate(change);
    await runJobs(app.system, returnMoneyJob);
    assert.deepEqual(await usableMethods(), saved, 'what it saved is deleted');
    assert.equal((await getOrder(app.ctx, orderId)).isRefunded, true);
    assert.equal((await subscriptionNow(app, subscription)).quantity, 1);
    const now = app.system.clock.now();
    const licenses = await listLicenses(app.ctx, { subscriptionId: subscription.id, limit: 9 });
    const usable = licenses.filter(
      ({ status, expiresAt }) => status === 'Active' && expiresAt !== null && expiresAt > now,
    );
    assert.equal(usable.length, 1);
  });

test('the vendor who returns the money of such a change by hand takes no unit off, and adds none when that fails', async () => {
  const { subscription, orderId } = await paidTooLate(({ id }) => pauseSubscription(app.ctx, id, 1));
  await rentToOwn(app, subscription, { quantity: 2 });
  const refund = await app.inject({
    method: 'POST',
    url: `/api/orders/${orderId}/refunds`,
    headers: await app.apiKey(app.demo, 'orders:write'),
    payload: {},
  });
  assert.equal(refund.statusCode, 201, refund.body);
  assert.equal((await subscriptionNow(app, subscription)).quantity, 2);
  await runPaymentJobs(app.system);
  await refundFails(app, orderId);
  assert.equal((await subscriptionNow(app, subscription)).quantity, 2);
});
