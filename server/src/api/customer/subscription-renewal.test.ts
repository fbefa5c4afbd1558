import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { type TestApp, startTestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { shopper, type Shopper, SHOPPER_PASSWORD, stockShop } from '../../../test/shop.ts';
import { nextStep, periodsNow, rentToOwn, subscribe, subscriptionNow } from '../../../test/subscriptions.ts';
import { listLicenses } from '../../modules/licensing/index.ts';
import { cancelSubscription } from '../../modules/subscriptions/index.ts';
import type { Subscription } from '../../modules/subscriptions/tables.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

/** Signs in again: the clock has moved by months. */
async function bearerOf({ email }: Shopper): Promise<Record<string, string>> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/customer/identity/sign-in',
    query: { email },
    headers: { 'content-type': 'text/plain' },
    payload: SHOPPER_PASSWORD,
  });
  return { authorization: `Bearer ${response.json().accessToken}` };
}

const renew = ({ id }: Subscription, headers: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url: `/api/customer/inventory/subscriptions/${id}/renew?redirect=false`,
    headers,
  });

/** The path of the checkout page that an answer leads to. */
const pageIn = (body: string): string => /\/checkout\/[^"?#]+/.exec(body)?.[0] ?? assert.fail(body);

async function endedSubscription() {
  const purchase = await subscribe(app, { method: 'Succeeds' });
  await cancelSubscription(app.ctx, purchase.subscription.id);
  const subscription = await nextStep(app, purchase.subscription);
  assert.equal(subscription.status, 'Expired');
  return { ...purchase, subscription };
}

test('whoever renews after the end pays one order on the page, however often they ask, and is back with their licenses', async () => {
  const { subscription, customer, orderId } = await endedSubscription();
  const bearer = await bearerOf(customer);
  const answers = await Promise.all([1, 2].map(() => renew(subscription, bearer)));
  answers.push(await renew(subscription, bearer));
  assert.deepEqual(
    answers.map(({ statusCode, body }) => [statusCode, body.startsWith('{"location":')]),
    answers.map(() => [200, true]),
    answers.map(({ body }) => body).join(),
  );
  const orders = new Set((await periodsNow(app, subscription)).map((period) => period.orderId));
  orders.delete(null);
  assert.equal(orders.size, 2, 'that of the first period and one more');
  const payload = {
    name: 'Ann',
    email: customer.email,
    sandboxOutcome: 'Succeed',
    recurringConsent: { wording: '2026-12' },
  };
  const url = `/api${pageIn(answers[0]?.body ?? '')}/pay`;
  const paid = await app.inject({ method: 'POST', url, payload });
  assert.equal(paid.json().status, 'Completed', paid.body);
  const renewed = await subscriptionNow(app, subscription);
  assert.equal(renewed.status, 'Active');
  const licenses = await listLicenses(app.ctx, { subscriptionId: subscription.id, limit: 9 });
  assert.deepEqual(
    licenses.map((license) => [license.orderId, license.status, license.expiresAt]),
    [[orderId, 'Active', renewed.expiresAt]],
  );
  const late = await renew(subscription, bearer);
  assert.deepEqual([late.statusCode, late.json().errorType], [409, 'NothingToPay']);
});

test('what is paid, or owned for good, is not renewed, and each refusal says why', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  const active = await renew(subscription, customer.auth);
  assert.deepEqual([active.statusCode, active.json().errorType], [409, 'NothingToPay'], active.body);
  await rentToOwn(app, subscription, { ownAfterCycles: 2 });
  assert.equal((await nextStep(app, subscription)).status, 'Completed');
  const owned = await renew(subscription, await bearerOf(customer));
  assert.deepEqual([owned.statusCode, owned.json().errorType], [409, 'NothingToPay'], owned.body);
});

test('nobody else renews a subscription', async () => {
  const { subscription } = await endedSubscription();
  assert.equal((await renew(subscription, (await shopper(app)).auth)).statusCode, 404);
  assert.equal((await renew(subscription, {})).statusCode, 401);
  assert.deepEqual(await subscriptionNow(app, subscription), subscription);
});
