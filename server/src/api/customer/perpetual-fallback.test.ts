import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopOf } from '../../../test/inventory.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { claimsOf } from '../../../test/licensing.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { runPaymentJobs } from '../../../test/payments.ts';
import { checkOut, shopper } from '../../../test/shop.ts';
import { nextStep, periodsNow, subscribe, subscriptionNow } from '../../../test/subscriptions.ts';
import type { SandboxBehaviour } from '../../modules/payments/providers/sandbox/sandbox-methods.ts';
import { listLicenses, productsOfCustomers, upgradeLicense } from '../../modules/licensing/index.ts';
import { transaction } from '../../platform/context/context.ts';
import { createReleaseFromFiles } from '../../modules/releases/index.ts';
import {
  cancelSubscription,
  endSubscription,
  payRenewal,
  renewAndPay,
} from '../../modules/subscriptions/index.ts';
import type { Subscription } from '../../modules/subscriptions/tables.ts';
import type { MailTables } from '../../platform/mail/tables.ts';

let app: TestApp;
let merchant: Merchant;
before(async () => {
  app = await startTestApp();
  merchant = await merchantOf(app);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const publish = (productId: string, version: string, isSecurityFix = false) =>
  createReleaseFromFiles(app.ctx, { productId, version, files: [], isPublished: true, isSecurityFix });

const validate = (productId: string, token: string, appVersion: string) =>
  app.inject({
    method: 'POST',
    url: `/api/client/licenses/${productId}/validate?appVersion=${appVersion}`,
    headers: { 'content-type': 'text/plain' },
    payload: token,
  });

let count = 0;

/** A subscription to a product with version 1.0.0, and the token of a device. */
async function subscribed(
  terms: object,
  { method = 'Succeeds', quantity = 1 }: { method?: SandboxBehaviour; quantity?: number } = {},
) {
  count += 1;
  const productId = `fall-${count}`;
  const variationId = `${productId}-monthly`;
  const recurrence = { type: 'Recurring', cycleLength: 'Monthly' };
  const prices = { EUR: 10, USD: 10 };
  const variations = [{ id: variationId, name: 'Monthly', recurrence, prices, ...terms }];
  await merchant.call('POST', '/api/products', { id: productId, name: 'Fall', variations });
  await publish(productId, '1.0.0');
  // Limits of licenses are whole seconds.
  app.system.clock.advance(60_000);
  const item = { type: 'Product', productId, variationId } as const;
  const sale = await subscribe(app, { item, method, quantity });
  const { customer } = sale;
  const owner = { id: customer.id, email: customer.email, headers: customer.auth };
  return { ...sale, productId, token: await shopOf(app).activate(owner, productId, 'mac') };
}

const licensesOf = async ({ id: subscriptionId }: Subscription) =>
  (await listLicenses(app.ctx, { subscriptionId, limit: 9 })).toReversed();

const core = ({ id }: Subscription) =>
  merchant.call<{ status: string; fallback?: Record<string, unknown> }>('GET', `/api/subscriptions/${id}`);

async function mailsTo(recipient: string): Promise<string[]> {
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').selectAll();
  const own = mails.where('recipient', '=', recipient).where('kind', '=', 'Subscription');
  return (await own.orderBy('createdAt').execute()).map(({ textBody }) => textBody);
}

const seconds = (moment: Date): string =>
  new Date(Math.floor(moment.getTime() / 1_000) * 1_000).toISOString();

const pay = async (location: string, email: string) => {
  const payload = {
    name: 'Ann',
    email,
    sandboxOutcome: 'Succeed',
    sandboxMethod: 'Succeeds',
    recurringConsent: { wording: '2026-12' },
  };
  const url = `/api${new URL(location).pathname}/pay`;
  return (await app.inject({ method: 'POST', url, payload })).json().status;
};

test('after enough payments in a row, the licenses of a subscription that ends keep the versions of when these began', async () => {
  const { subscription, customer, productId, token } = await subscribed({ fallbackAfterCycles: 2 });
  assert.deepEqual((await core(subscription)).fallback, { afterCycles: 2, isInForce: false });
  await publish(productId, '2.0.0');
  const second = await nextStep(app, subscription);
  const firstDay = seconds(subscription.startedAt);
  assert.deepEqual((await core(subscription)).fallback, {
    afterCycles: 2,
    updatesUntil: firstDay,
    isInForce: false,
  });
  assert.equal((await validate(productId, token, '2.0.0')).statusCode, 200, 'while it runs, everything');
  await nextStep(app, second);
  const secondDay = seconds(subscription.paidUntil);
  assert.equal((await core(subscription)).fallback?.['updatesUntil'], secondDay, 'it moves on');
  await publish(productId, '3.0.0');
  await cancelSubscription(app.ctx, subscription.id);
  assert.match((await mailsTo(customer.email)).at(-1) ?? '', /keep the versions published by .* 2026/);

  const before = await nextStep(app, subscription);
  assert.ok(before.expiresAt > app.system.clock.now(), 'before any device is refused');
  assert.equal(before.status, 'Cancelled');
  const [license] = await licensesOf(subscription);
  assert.deepEqual([license?.expiresAt, license?.updatesUntil?.toISOString()], [null, secondDay]);
  const refused = await validate(productId, token, '3.0.0');
  assert.deepEqual(
    [refused.json().errorType, refused.json().releaseAccess],
    ['ReleaseNotCovered', { updatesUntil: secondDay, upToVersion: '2.0.0' }],
  );
  const ended = await nextStep(app, subscription);
  assert.deepEqual([ended.status, ended.endedAt !== null], ['Expired', true]);
  assert.match((await mailsTo(customer.email)).at(-1) ?? '', /go on working with the versions published by/);
  app.system.clock.advance(400 * 86_400_000);
  const covered = claimsOf((await validate(productId, token, '2.0.0')).body);
  assert.deepEqual(
    [covered['exp'], covered['l:rel:until'], covered['l:rel:upto'], covered['s:id']],
    [undefined, Date.parse(secondDay) / 1_000, '2.0.0', undefined],
  );
  await publish(productId, '2.0.1', true);
  assert.equal((await validate(productId, token, '2.0.1')).statusCode, 200, 'security fixes stay open');
  const products = (await productsOfCustomers(app.ctx, [customer.id])).get(customer.id);
  assert.deepEqual(products, { owned: [productId], subscribed: [] }, 'nothing pays for it any more');

  assert.equal(await pay(await renewAndPay(app.ctx, subscription.id), customer.email), 'Completed');
  const [again] = await licensesOf(subscription);
  const renewed = await subscriptionNow(app, subscription);
  assert.deepEqual([again?.expiresAt, again?.updatesUntil], [renewed.expiresAt, null]);
  assert.equal((await validate(productId, token, '3.0.0')).statusCode, 200);
  assert.deepEqual(
    (await core(subscription)).fallback,
    { afterCycles: 2, updatesUntil: secondDay, isInForce: false },
    'what was earned before stays earned',
  );
});

test('without enough payments in a row, licenses end as they do without a fallback', async () => {
  const { subscription, productId, token } = await subscribed({ fallbackAfterCycles: 2 });
  await cancelSubscription(app.ctx, subscription.id);
  const ended = await nextStep(app, subscription);
  assert.equal(ended.status, 'Expired');
  const [license] = await licensesOf(subscription);
  assert.deepEqual([license?.expiresAt, license?.updatesUntil], [subscription.expiresAt, null]);
  assert.equal((await validate(productId, token, '1.0.0')).json().errorType, 'LicenseExpired');
});

test('a renewal that nobody pays leaves what was earned, and paying late gives every version back', async () => {
  const { subscription, customer, productId, token } = await subscribed(
    { fallbackAfterCycles: 1 },
    { method: 'DeclinesForGood' },
  );
  const url = `/api/customer/inventory/subscriptions/${subscription.id}`;
  const own = await app.inject({ url, headers: customer.auth });
  const firstDay = seconds(subscription.startedAt);
  assert.deepEqual(own.json().fallback, { afterCycles: 1, updatesUntil: firstDay, isInForce: false });
  await publish(productId, '2.0.0');
  let now = await nextStep(app, subscription);
  while (now.fallback?.heldUntil === null) now = await nextStep(app, subscription);
  assert.deepEqual([now.status, now.paymentState], ['Active', 'NeedsBuyer']);
  now = await nextStep(app, subscription);
  assert.equal(now.status, 'Expired');
  assert.equal((await validate(productId, token, '2.0.0')).json().errorType, 'ReleaseNotCovered');
  assert.equal((await validate(productId, token, '1.0.0')).statusCode, 200);
  assert.equal(await pay(await payRenewal(app.ctx, subscription.id), customer.email), 'Completed');
  assert.equal((await validate(productId, token, '2.0.0')).statusCode, 200);
});

test('ending at once leaves what was earned, and a refund of what earned it takes it back', async () => {
  const { subscription, productId, token } = await subscribed({ fallbackAfterCycles: 2 });
  const second = await nextStep(app, subscription);
  await endSubscription(app.ctx, subscription.id);
  assert.equal((await validate(productId, token, '1.0.0')).statusCode, 200);
  const renewal = (await periodsNow(app, second)).at(-1)?.orderId ?? assert.fail();
  const body = { reason: 'Unhappy', subscription: 'Keep', revokeLicenses: false };
  await merchant.call('POST', `/api/orders/${renewal}/refunds`, body);
  assert.deepEqual((await core(subscription)).fallback, { afterCycles: 2, isInForce: false });
  assert.equal((await validate(productId, token, '1.0.0')).json().errorType, 'LicenseExpired');
});

test('units that were added later have not earned it, also within the only cycle that counts: their licenses end', async () => {
  for (const fallbackAfterCycles of [1, 2]) {
    const { subscription } = await subscribed({ fallbackAfterCycles });
    const last = fallbackAfterCycles === 1 ? subscription : await nextStep(app, subscription);
    app.system.clock.set(new Date(last.paidUntil.getTime() - 3_600_000));
    await merchant.call('POST', `/api/subscriptions/${subscription.id}/change`, { quantity: 2 });
    await runPaymentJobs(app.system);
    assert.equal((await subscriptionNow(app, subscription)).quantity, 2);
    await endSubscription(app.ctx, subscription.id);
    const [first, added] = await licensesOf(subscription);
    assert.deepEqual([first?.expiresAt, added?.expiresAt !== null], [null, true], `${fallbackAfterCycles}`);
  }
});

/** A dearer plan of the same product. */
async function dearerPlan(productId: string, terms: object): Promise<string> {
  const recurrence = { type: 'Recurring', cycleLength: 'Monthly' };
  const plan = {
    id: `${productId}-dearer`,
    name: 'Dearer',
    recurrence,
    prices: { EUR: 30, USD: 30 },
    ...terms,
  };
  await merchant.call('POST', `/api/products/${productId}/variations`, plan);
  return plan.id;
}

const changeTo = async ({ id }: Subscription, request: object) => {
  await merchant.call('POST', `/api/subscriptions/${id}/change`, request);
  await runPaymentJobs(app.system);
};

test('a dearer plan that began within a paid cycle has earned nothing by it, and by the next one all of it', async () => {
  const { subscription, productId } = await subscribed({});
  const variationId = await dearerPlan(productId, { fallbackAfterCycles: 1 });
  app.system.clock.set(new Date(subscription.paidUntil.getTime() - 3_600_000));
  await changeTo(subscription, { variationId });
  const changed = await subscriptionNow(app, subscription);
  assert.equal(changed.variationId, variationId, 'for the price of a day');
  assert.deepEqual((await core(subscription)).fallback, { afterCycles: 1, isInForce: false });
  await nextStep(app, subscription);
  const updatesUntil = seconds(subscription.paidUntil);
  assert.deepEqual((await core(subscription)).fallback, { afterCycles: 1, updatesUntil, isInForce: false });
});

test('units that were added with a plan of another cycle have earned it: they were paid for in all of it', async () => {
  const { subscription, productId } = await subscribed({});
  const recurrence = { type: 'Recurring', cycleLength: 'Yearly' };
  const prices = { EUR: 400, USD: 400 };
  const variationId = await dearerPlan(productId, { fallbackAfterCycles: 1, recurrence, prices });
  app.system.clock.advance(86_400_000);
  await changeTo(subscription, { variationId, quantity: 2 });
  assert.equal((await subscriptionNow(app, subscription)).quantity, 2);
  await endSubscription(app.ctx, subscription.id);
  assert.deepEqual(
    (await licensesOf(subscription)).map(({ expiresAt }) => expiresAt),
    [null, null],
  );
});

test('the shop, the checkout and the consent say what a buyer keeps', async () => {
  const { productId } = await subscribed({ fallbackAfterCycles: 12 });
  const { products } = (await app.inject({ url: '/api/customer/storefront' })).json();
  const { defaultVariation } = products.find(({ id }: { id: string }) => id === productId);
  assert.equal(defaultVariation.fallbackAfterCycles, 12);
  const line = { type: 'Product', productId, variationId: `${productId}-monthly`, quantity: 1 };
  const { show } = await checkOut(app, [line]);
  const { lines, subscription } = (await app.inject({ url: show })).json();
  assert.equal(lines[0].renewal.keepAfterPayments, 12);
  assert.match(subscription.consent.en, /after 12 payments in a row I keep the versions/);
  assert.match(subscription.consent.de, /nach 12 Zahlungen in Folge endet, behalte ich die Versionen/);
});

test('a fallback out of range, without a cycle, with limits, or after owning is refused with every reason', async () => {
  const { subscription, productId } = await subscribed({ fallbackAfterCycles: 12 });
  const url = `/api/products/${productId}/variations`;
  const create = async (terms: object) => {
    const recurrence = { type: 'Recurring', cycleLength: 'Monthly' };
    const body = { name: 'Odd', prices: { EUR: 1, USD: 1 }, recurrence, ...terms };
    return (await merchant.send('POST', url, body)).json().errors;
  };
  const range = ['The fallback after cycles must be a whole number from 1 to 1200.'];
  for (const cycles of [0, -1, 1_201])
    assert.deepEqual(await create({ fallbackAfterCycles: cycles }), { fallbackAfterCycles: range });
  assert.deepEqual(
    Object.entries(
      await create({
        fallbackAfterCycles: 12,
        ownAfterCycles: 12,
        releaseAccess: { upToMajor: 1 },
        recurrence: { type: 'OneOff' },
      }),
    ).map(([field, messages]) => [field, Array.isArray(messages) ? messages.length : 0]),
    [
      ['ownAfterCycles', 1],
      ['fallbackAfterCycles', 3],
    ],
  );
  const patched = await merchant.call('PATCH', `${url}/${productId}-monthly`, { fallbackAfterCycles: null });
  assert.equal(Object(patched).fallbackAfterCycles, null);
  assert.equal((await core(subscription)).fallback?.['afterCycles'], 12, 'no running subscription changes');
  const stranger = await merchantOf(app, app.other);
  const foreign = await stranger.send('PATCH', `${url}/${productId}-monthly`, { fallbackAfterCycles: 1 });
  assert.equal(foreign.statusCode, 404);
  const own = `/api/customer/inventory/subscriptions/${subscription.id}`;
  assert.equal((await app.inject({ url: own, headers: (await shopper(app)).auth })).statusCode, 404);
});

test('an upgrade of a license that kept working counts again after the subscription was renewed and has ended', async () => {
  const { subscription, customer, productId, token } = await subscribed({ fallbackAfterCycles: 1 });
  await publish(productId, '2.0.0');
  await publish(productId, '3.0.0');
  await cancelSubscription(app.ctx, subscription.id);
  await nextStep(app, subscription);
  await nextStep(app, subscription);
  const [license = assert.fail()] = await licensesOf(subscription);
  const upgrade = {
    licenseId: license.id,
    customerId: customer.id,
    kind: 'Upgrade',
    productId,
    variationId: null,
    gives: { upToMajor: 2 },
    keepsLicense: false,
    fromProductId: productId,
    orderId: null,
    orderLineId: null,
  } as const;
  await transaction(app.ctx, (tx) => upgradeLicense(tx, upgrade));
  assert.equal((await validate(productId, token, '2.0.0')).statusCode, 200);
  assert.equal((await validate(productId, token, '3.0.0')).json().errorType, 'ReleaseNotCovered');

  assert.equal(await pay(await renewAndPay(app.ctx, subscription.id), customer.email), 'Completed');
  const renewed = await subscriptionNow(app, subscription);
  const [running] = await licensesOf(subscription);
  assert.deepEqual(
    [running?.expiresAt, running?.updatesUntil, running?.upToMajor],
    [renewed.expiresAt, null, null],
    'it ends with what is paid, and covers every version',
  );
  assert.equal((await validate(productId, token, '3.0.0')).statusCode, 200);

  await cancelSubscription(app.ctx, subscription.id);
  await nextStep(app, subscription);
  const [again] = await licensesOf(subscription);
  const { fallback } = await subscriptionNow(app, subscription);
  assert.deepEqual(
    [again?.expiresAt, again?.updatesUntil?.toISOString(), again?.upToMajor],
    [null, fallback?.heldUntil, 2],
  );
});
