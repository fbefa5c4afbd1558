import { updateLicensedProduct } from '../../modules/licensing/index.ts';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../modules/accounts/index.ts';
import { listActivations } from '../../modules/licensing/store/inventory.ts';
import { activationsOf } from '../../../test/activations.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopOf } from '../../../test/inventory.ts';

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let activations: ReturnType<typeof activationsOf>;
before(async () => {
  app = await startTestApp();
  shop = shopOf(app);
  activations = activationsOf(app);
  await updateSettings(app.ctx, { limits: { signUpPerMinute: 0 } });
});
after(() => app.close());

test('when a product no longer allows offline use, an open request gets no offline license', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ allowsOffline: true });
  await shop.give(owner, productId);
  const query = '?method=Offline';
  const earlier = await activations.ask(productId, { query, signature: 'earlier' });
  assert.equal((await activations.approve(earlier, 'license', owner)).statusCode, 200);
  const request = await activations.ask(productId, { query });
  await updateLicensedProduct(app.ctx, productId, { allowsOffline: false });
  for (const refused of [
    await activations.at(request, '', owner),
    await activations.at(request),
    await activations.approve(request, 'license', owner),
  ]) {
    assert.deepEqual([refused.statusCode, refused.json().errorType], [400, 'OfflineActivationNotAllowed']);
  }
  const { status, licenseEligibility } = (await activations.at(earlier, '', owner)).json();
  assert.deepEqual([status, licenseEligibility], ['Fulfilled', { eligible: false }]);
});

test('an open request of a product that was taken out of use says so, until it is back', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product();
  await shop.give(owner, productId);
  const request = await activations.ask(productId);
  await updateLicensedProduct(app.ctx, productId, { status: 'Inactive' });
  for (const refused of [
    await activations.at(request, '', owner),
    await activations.at(request),
    await activations.approve(request, 'license', owner),
  ]) {
    assert.deepEqual([refused.statusCode, refused.json().errorType], [403, 'ProductInactive']);
  }
  await updateLicensedProduct(app.ctx, productId, { status: 'Active' });
  assert.equal((await activations.at(request, '', owner)).json().licenseEligibility.eligible, true);
});

test('metadata in an application’s request is stored with the approved device', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ allowsTrials: true });
  const [license = ''] = await shop.give(owner, productId);
  const query = '?appVersion=2.1.0&platform=Mac&meta[host]=Live';
  await activations.approve(await activations.ask(productId, { query, signature: 'told' }), 'license', owner);
  const { reader } = app.system.database;
  const [activation] = await listActivations(reader, app.demo.id, {
    customerId: owner.id,
    licenseId: license,
    limit: 10,
  });
  assert.deepEqual([activation?.appVersion, activation?.platform], ['2.1.0', 'Mac']);
  // Further dimensions are stored with the first validation: requests that anybody may send store none.
  assert.equal(activation?.meta, null);
});

test('an approval holds when the product is taken out of use; its token waits until it is back', async () => {
  const owner = await shop.shopper();
  const productId = await shop.product({ allowsTrials: true });
  await shop.give(owner, productId);
  const licensed = await activations.ask(productId);
  const onTrial = await activations.ask(productId);
  await activations.approve(licensed, 'license', owner);
  await activations.approve(onTrial, 'trial', owner);
  await updateLicensedProduct(app.ctx, productId, { status: 'Inactive' });
  const again = await activations.approve(licensed, 'license', owner);
  const { status, licenseEligibility, trialEligibility } = again.json();
  assert.deepEqual([again.statusCode, status], [200, 'Fulfilled']);
  assert.deepEqual([licenseEligibility, trialEligibility.eligible], [{ eligible: false }, false]);
  for (const request of [licensed, onTrial]) {
    const refused = await activations.poll(request);
    assert.deepEqual([refused.statusCode, refused.json().errorType], [403, 'ProductInactive']);
  }
  await updateLicensedProduct(app.ctx, productId, { status: 'Active' });
  for (const request of [licensed, onTrial]) assert.equal((await activations.poll(request)).statusCode, 200);
});
