import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopOf } from '../../../test/inventory.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { claimsOf } from '../../../test/licensing.ts';
import { SHOPPER_PASSWORD, stockShop } from '../../../test/shop.ts';
import { nextStep, subscribe, subscriptionNow } from '../../../test/subscriptions.ts';

const HOUR_MS = 3_600_000;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1_000);

const validate = (productId: string, payload: string) =>
  app.inject({
    method: 'POST',
    url: `/api/client/licenses/${productId}/validate`,
    headers: { 'content-type': 'text/plain' },
    payload,
  });

/** Access tokens do not last for a month. */
async function signedIn(email: string): Promise<{ authorization: string }> {
  const url = `/api/customer/identity/sign-in?email=${encodeURIComponent(email)}`;
  const headers = { 'content-type': 'text/plain' };
  const answer = await app.inject({ method: 'POST', url, headers, payload: SHOPPER_PASSWORD });
  return { authorization: `Bearer ${answer.json().accessToken}` };
}

/** A monthly subscription, its customer as an application knows them, and the token of a device. */
async function activated(method: 'Succeeds' | 'DeclinesSoftly') {
  const { subscription, customer } = await subscribe(app, { method });
  const productId = subscription.productId ?? assert.fail();
  const owner = { id: customer.id, email: customer.email, headers: customer.auth };
  return { subscription, customer, productId, token: await shopOf(app).activate(owner, productId, 'mac') };
}

test('an application goes on between the end of a period and the answer of the provider, and a renewal extends its token', async () => {
  const { subscription, customer, productId, token } = await activated('Succeeds');
  const claims = claimsOf(token);
  assert.deepEqual([claims['s:id'], claims['exp']], [subscription.id, seconds(subscription.expiresAt)]);
  assert.ok(subscription.expiresAt > subscription.paidUntil, 'the grace lies between the two');

  // The provider has not answered yet: the period is over, and nothing is paid.
  app.system.clock.set(new Date(Number(subscription.paidUntil) + HOUR_MS));
  const meanwhile = await validate(productId, token);
  assert.equal(meanwhile.statusCode, 200, meanwhile.body);
  assert.equal(claimsOf(meanwhile.body)['exp'], claims['exp']);

  const renewed = await nextStep(app, subscription);
  assert.ok(renewed.expiresAt > subscription.expiresAt);
  const extended = claimsOf((await validate(productId, meanwhile.body)).body);
  assert.deepEqual([extended['s:id'], extended['exp']], [subscription.id, seconds(renewed.expiresAt)]);

  const url = `/api/customer/inventory/subscriptions/${subscription.id}`;
  const page = await app.inject({ url, headers: await signedIn(customer.email) });
  assert.equal(page.json().renewedAt, renewed.renewedAt?.toISOString() ?? assert.fail('it was renewed'));
});

test('an application is refused after the grace of a renewal that was not paid, and not before', async () => {
  const { subscription, productId, token } = await activated('DeclinesSoftly');
  app.system.clock.set(subscription.paidUntil);
  let now = await nextStep(app, subscription);
  assert.equal((await validate(productId, token)).statusCode, 200, 'declined, and in grace');
  while (now.status === 'Active') now = await nextStep(app, subscription);
  const refused = await validate(productId, token);
  assert.deepEqual([refused.statusCode, refused.json().errorType], [400, 'LicenseExpired']);
  assert.equal((await subscriptionNow(app, subscription)).endedAt, null, 'it can still be paid');
});
