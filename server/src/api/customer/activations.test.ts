import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../modules/accounts/index.ts';
import { createVariation } from '../../modules/catalog/index.ts';
import { updateCustomer } from '../../modules/customers/store.ts';
import {
  purgeActivationRequests,
  revokeLicense,
  updateLicensedProduct,
} from '../../modules/licensing/index.ts';
import { activationsOf } from '../../../test/activations.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopOf } from '../../../test/inventory.ts';
import { claimsOf } from '../../../test/licensing.ts';

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
type Activations = ReturnType<typeof activationsOf>;
let activations: Activations;
before(async () => {
  app = await startTestApp();
  shop = shopOf(app);
  activations = activationsOf(app);
  await updateSettings(app.ctx, { limits: { signUpPerMinute: 0 } });
});
after(() => app.close());

const MINUTE_MS = 60_000;

const ask: Activations['ask'] = (...of) => activations.ask(...of);
const at: Activations['at'] = (...of) => activations.at(...of);
const approve: Activations['approve'] = (...of) => activations.approve(...of);
const poll: Activations['poll'] = (activation) => activations.poll(activation);

test('an application gets its token once the customer has approved, again and again for ten minutes', async () => {
  app.system.clock.hold('it polls in the last millisecond of the ten minutes');
  const owner = await shop.shopper();
  const productId = await shop.product({ maxActivations: 2 });
  const [license] = await shop.give(owner, productId);
  const activation = await ask(productId, { signature: 'the-mac' });
  const pending = await poll(activation);
  assert.deepEqual([pending.statusCode, pending.body], [204, '']);
  assert.equal((await at(activation, '/completed')).body, 'false');
  const approved = await approve(activation, 'license', owner);
  assert.equal(approved.statusCode, 200, approved.body);
  assert.deepEqual([approved.json().status, approved.json().fulfillmentType], ['Fulfilled', 'License']);
  assert.equal((await at(activation, '/completed')).body, 'false');
  const first = await poll(activation);
  assert.equal(first.statusCode, 200);
  assert.match(String(first.headers['content-type']), /^text\/plain/);
  const claims = claimsOf(first.body);
  assert.deepEqual(
    [claims['sig'], claims['l:id'], claims['u:id'], claims['method']],
    ['the-mac', license, owner.id, 'Online'],
  );
  assert.equal((await at(activation, '/completed')).body, 'true');
  assert.equal((await at(activation)).json().status, 'Completed');
  app.system.clock.advance(10 * MINUTE_MS - 1);
  assert.equal(claimsOf((await poll(activation)).body)['id'], claims['id']);
  app.system.clock.advance(1);
  const late = await poll(activation);
  assert.deepEqual([late.statusCode, late.json().errorType], [400, 'ActivationRequestExpired']);
});

test('the page shows product, device and what the customer can do', async () => {
  app.system.clock.hold('it compares the end of the request with the clock');
  const [owner, poor] = [await shop.shopper(), await shop.shopper()];
  const productId = await shop.product({ allowsTrials: true, trialDays: 10, trialNeedsAccount: true });
  await createVariation(
    app.ctx,
    { type: 'Product', id: productId },
    { id: 'for-ever', name: 'For ever', prices: { EUR: 4_900, USD: 5_500 } },
  );
  await shop.give(owner, productId);
  const activation = await ask(productId);
  const anonymous = (await at(activation)).json();
  const { product, ...rest } = anonymous;
  assert.deepEqual(rest, {
    id: activation.browserId,
    status: 'Requested',
    deviceName: 'Studio Mac',
    method: 'Online',
    expiresAt: new Date(app.system.clock.now().getTime() + 60 * MINUTE_MS).toISOString(),
    trialEligibility: {
      eligible: true,
      existing: false,
      requiresAccount: true,
      requiresNewsletterOptIn: false,
      numberOfDaysPerProduct: 10,
      numberOfDaysRemaining: 10,
    },
  });
  assert.deepEqual([product.id, product.owned], [productId, false]);
  assert.deepEqual(product.defaultVariation.price, { EUR: 49, USD: 55 });
  const owned = (await at(activation, '', owner)).json();
  assert.deepEqual([owned.licenseEligibility, owned.product.owned], [{ eligible: true }, true]);
  assert.deepEqual((await at(activation, '', poor)).json().licenseEligibility, { eligible: false });
  assert.equal(Object.hasOwn((await at(await ask(await shop.product()))).json(), 'trialEligibility'), false);
});

test('a device is approved as a trial, anonymously where the product lets it', async () => {
  const productId = await shop.product({ allowsTrials: true, trialDays: 10 });
  const activation = await ask(productId, { signature: 'trial-device' });
  const approved = await approve(activation, 'trial');
  assert.deepEqual([approved.statusCode, approved.json().fulfillmentType], [200, 'Trial']);
  const claims = claimsOf((await poll(activation)).body);
  assert.deepEqual([claims['trial'], claims['u:name'], claims['sig']], [true, 'anonymous', 'trial-device']);
  app.system.clock.advance(4 * 24 * 60 * MINUTE_MS);
  const later = (await at(await ask(productId, { signature: 'trial-device' }))).json();
  assert.deepEqual(
    [
      later.trialEligibility.existing,
      later.trialEligibility.eligible,
      later.trialEligibility.numberOfDaysRemaining,
    ],
    [true, true, 6],
  );
  app.system.clock.advance(6 * 24 * 60 * MINUTE_MS);
  const over = await ask(productId, { signature: 'trial-device' });
  assert.deepEqual((await at(over)).json().trialEligibility.eligible, false);
  assert.equal((await approve(over, 'trial')).json().errorType, 'TrialExpired');
  const strict = await shop.product({ allowsTrials: true, trialNeedsAccount: true });
  const needsAccount = await ask(strict);
  assert.equal((await approve(needsAccount, 'trial')).statusCode, 401);
  const customer = await shop.shopper();
  assert.equal((await approve(needsAccount, 'trial', customer)).statusCode, 200);
  assert.equal(claimsOf((await poll(needsAccount)).body)['u:id'], customer.id);
  assert.equal(
    (await approve(await ask(await shop.product()), 'trial')).json().errorType,
    'TrialsNotAllowed',
  );
});

test('neither secret replaces the other, except for an anonymous trial', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ allowsTrials: true });
  await shop.give(owner, productId);
  const activation = await ask(productId);
  assert.notEqual(activation.pollId, activation.browserId);
  const swapped = {
    ...activation,
    browserId: activation.pollId,
    poll: `/api/client/activations/${activation.browserId}`,
  };
  assert.equal((await poll(swapped)).json().errorType, 'ActivationRequestExpired');
  for (const action of ['', '/completed']) assert.equal((await at(swapped, action, owner)).statusCode, 404);
  for (const as of ['license', 'cancel'] as const)
    assert.equal((await approve(swapped, as, owner)).statusCode, 404);
  // With its poll id, an application can only get itself an anonymous trial, even if a customer is signed in.
  assert.equal((await approve(swapped, 'trial', owner)).statusCode, 200);
  assert.equal(claimsOf((await poll(activation)).body)['u:name'], 'anonymous');
  assert.equal((await at(activation)).json().status, 'Completed');
});

test('one approver wins, and does so once', async () => {
  const [owner, other] = [await shop.shopper(), await shop.shopper()];
  const productId = await shop.product({ maxActivations: 1, allowsTrials: true });
  for (const customer of [owner, other]) await shop.give(customer, productId);
  const activation = await ask(productId);
  const answers = await Promise.all([
    approve(activation, 'license', owner),
    approve(activation, 'license', other),
  ]);
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b),
    [200, 409],
  );
  const winner = answers[0]?.statusCode === 200 ? owner : other;
  const loser = winner === owner ? other : owner;
  assert.equal((await approve(activation, 'license', winner)).statusCode, 200);
  assert.equal((await approve(activation, 'license', loser)).json().errorType, 'ActivationRequestFulfilled');
  assert.equal((await approve(activation, 'trial', winner)).json().errorType, 'ActivationRequestFulfilled');
  assert.equal((await approve(activation, 'cancel', winner)).json().errorType, 'ActivationRequestFulfilled');
  assert.equal(claimsOf((await poll(activation)).body)['u:id'], winner.id);
  const { items } = (await shop.get(loser, 'products')).json();
  assert.equal(items[0].currentActivations, 0);
});

test('a cancelled request is over for everybody', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product();
  await shop.give(owner, productId);
  const activation = await ask(productId);
  for (let times = 0; times < 2; times += 1) {
    const cancelled = await approve(activation, 'cancel');
    assert.deepEqual([cancelled.statusCode, cancelled.json().status], [200, 'Cancelled']);
  }
  const polled = await poll(activation);
  assert.deepEqual([polled.statusCode, polled.json().errorType], [400, 'ActivationRequestCancelled']);
  assert.equal((await approve(activation, 'license', owner)).json().errorType, 'ActivationRequestCancelled');
});

test('a request that nobody approves ends after an hour, and is forgotten after a week', async () => {
  app.system.clock.hold('it polls in the last millisecond of the hour');
  const owner = await shop.shopper();
  const productId = await shop.product();
  await shop.give(owner, productId);
  const activation = await ask(productId);
  app.system.clock.advance(10 * MINUTE_MS);
  const fresh = await shop.shopper();
  assert.equal((await approve(activation, 'license', fresh)).json().errorType, 'ProductNotOwned');
  app.system.clock.advance(50 * MINUTE_MS - 1);
  assert.equal((await poll(activation)).statusCode, 204);
  app.system.clock.advance(1);
  for (const answer of [
    await poll(activation),
    await at(activation),
    await approve(activation, 'trial'),
    await approve(activation, 'cancel'),
  ]) {
    assert.deepEqual([answer.statusCode, answer.json().errorType], [400, 'ActivationRequestExpired']);
  }
  app.system.clock.advance(7 * 24 * 60 * MINUTE_MS + 1);
  assert.ok((await purgeActivationRequests(app.system)) > 0);
  // An application takes 404 for “still waiting”, for ever (wire contract section 5).
  assert.equal((await poll(activation)).json().errorType, 'ActivationRequestExpired');
  assert.equal((await at(activation)).statusCode, 404);
});

test('an approval in the last moment of the hour is still delivered for ten minutes', async () => {
  app.system.clock.hold('it approves in the last millisecond of the hour');
  const productId = await shop.product({ allowsTrials: true });
  const activation = await ask(productId);
  app.system.clock.advance(60 * MINUTE_MS - 1);
  assert.equal((await approve(activation, 'trial')).statusCode, 200);
  app.system.clock.advance(10 * MINUTE_MS - 1);
  assert.equal((await at(activation)).json().status, 'Fulfilled');
  assert.equal((await poll(activation)).statusCode, 200);
  app.system.clock.advance(1);
  assert.equal((await poll(activation)).json().errorType, 'ActivationRequestExpired');
  assert.equal((await at(activation)).json().status, 'Completed');
});

test('an offline request gives an offline token, where the product allows it', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ allowsOffline: true, allowsTrials: true });
  await shop.give(owner, productId);
  const activation = await ask(productId, { query: '?method=Offline' });
  assert.equal((await approve(activation, 'license', owner)).statusCode, 200);
  assert.equal(claimsOf((await poll(activation)).body)['method'], 'Offline');
  const online = await shop.product();
  const refused = await app.inject({
    method: 'POST',
    url: `/api/client/activations/${online}/request?method=Offline`,
    payload: { deviceName: 'x', deviceSignature: 'x' },
  });
  assert.deepEqual([refused.statusCode, refused.json().errorType], [400, 'OfflineActivationNotAllowed']);
});

test('a page promises no offline license that the device cannot have', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ maxActivations: 2 });
  await shop.give(owner, productId);
  await shop.activate(owner, productId, 'seated');
  await updateLicensedProduct(app.ctx, productId, { allowsOffline: true });
  const promised = async (signature: string) => {
    const activation = await ask(productId, { query: '?method=Offline', signature });
    const { licenseEligibility } = (await at(activation, '', owner)).json();
    const approved = await approve(activation, 'license', owner);
    return [licenseEligibility.eligible, approved.statusCode, approved.json().errorType];
  };
  for (const signature of ['seated', 'new']) {
    assert.deepEqual(await promised(signature), [false, 400, 'OfflineActivationNotAllowed'], signature);
  }
  // A license that is now granted works offline, also for a device with a seat of the other one.
  await shop.give(owner, productId);
  for (const signature of ['new', 'seated'])
    assert.deepEqual(await promised(signature), [true, 200, undefined], signature);
  assert.deepEqual(await promised('one more'), [false, 409, 'NoFreeActivations']);
});

test('an offline request may be a trial, which works offline until its end and stays so', async () => {
  const productId = await shop.product({ allowsOffline: true, allowsTrials: true, trialDays: 10 });
  const activation = await ask(productId, { query: '?method=Offline', signature: 'studio' });
  assert.equal((await at(activation)).json().trialEligibility.eligible, true);
  assert.equal((await approve(activation, 'trial')).statusCode, 200);
  const { body } = await poll(activation);
  const claims = claimsOf(body);
  assert.deepEqual([claims['method'], claims['trial'], claims['sig']], ['Offline', true, 'studio']);
  assert.equal(Number(claims['exp']) - Number(claims['iat']), 10 * 86_400);
  const renewed = await app.inject({
    method: 'POST',
    url: `/api/client/licenses/${productId}/validate`,
    headers: { 'content-type': 'text/plain' },
    payload: body,
  });
  assert.deepEqual([renewed.statusCode, claimsOf(renewed.body)['method']], [200, 'Offline']);
  // The device has one trial: if requested online, it is the same one, which must then be validated.
  const online = await ask(productId, { signature: 'studio' });
  await approve(online, 'trial');
  const again = claimsOf((await poll(online)).body);
  assert.deepEqual([again['method'], again['id'], again['exp']], ['Online', claims['id'], claims['exp']]);
  const late = await ask(productId, { query: '?method=Offline' });
  await updateLicensedProduct(app.ctx, productId, { allowsOffline: false });
  for (const refused of [await at(late), await approve(late, 'trial')]) {
    assert.deepEqual([refused.statusCode, refused.json().errorType], [400, 'OfflineActivationNotAllowed']);
  }
});

test('the trial of a customer who is deleted before the application polls belongs to nobody', async () => {
  const customer = await shop.shopper();
  const activation = await ask(await shop.product({ allowsTrials: true }));
  await approve(activation, 'trial', customer);
  assert.equal(claimsOf((await poll(activation)).body)['u:id'], customer.id);
  await app.system.database.transaction((tx) =>
    updateCustomer(tx, app.demo.id, customer.id, { isDeleted: true }),
  );
  assert.equal(claimsOf((await poll(activation)).body)['u:name'], 'anonymous');
});

test('a token is no longer delivered when its license is revoked', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product();
  const [license = ''] = await shop.give(owner, productId);
  const activation = await ask(productId);
  await approve(activation, 'license', owner);
  await revokeLicense(app.ctx, license);
  assert.equal((await poll(activation)).json().errorType, 'LicenseRevoked');
});

test('polling once a second is always allowed; six concurrent polls are not', async () => {
  const activation = await ask(await shop.product());
  for (let second = 0; second < 30; second += 1) {
    app.system.clock.advance(1_000);
    assert.equal((await poll(activation)).statusCode, 204);
  }
  app.system.clock.advance(5_000);
  const burst = [];
  for (let count = 0; count < 6; count += 1) burst.push(await poll(activation));
  assert.deepEqual(
    burst.map(({ statusCode }) => statusCode),
    [204, 204, 204, 204, 204, 429],
  );
  assert.equal(burst[5]?.headers['retry-after'], '1');
  assert.equal((await poll(await ask(await shop.product()))).statusCode, 204);
});

test('a request reports every issue, and belongs to one account', async () => {
  const productId = await shop.product();
  const bad = await app.inject({
    method: 'POST',
    url: `/api/client/activations/${productId}/request?method=Sideways&platform=x`,
    payload: { deviceName: ' ' },
  });
  assert.deepEqual(Object.keys(bad.json().errors).toSorted(), ['deviceSignature', 'method']);
  const unknown = await app.inject({
    method: 'POST',
    url: '/api/client/activations/unknown/request',
    payload: { deviceName: 'x', deviceSignature: 'x' },
  });
  assert.equal(unknown.statusCode, 404);
  const activation = await ask(productId);
  const elsewhere = await app.injectAs(app.other, { url: activation.poll });
  assert.equal(elsewhere.json().errorType, 'ActivationRequestExpired');
  const page = { url: `/api/customer/activations/${activation.browserId}` };
  assert.equal((await app.injectAs(app.other, page)).statusCode, 404);
  assert.equal(
    (await at(activation, '', undefined, { headers: { authorization: 'Bearer x' } })).statusCode,
    200,
  );
  assert.equal((await approve(activation, 'license')).statusCode, 401);
});
