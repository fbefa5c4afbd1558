import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { activationsOf } from '../../../test/activations.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Shopper, shopOf } from '../../../test/inventory.ts';
import { merchantOf } from '../../../test/merchant.ts';
import { claimsOf } from '../../../test/licensing.ts';
import { updateProduct } from '../../modules/catalog/index.ts';
import { findLicense, revokeLicense, transferLicense } from '../../modules/licensing/index.ts';
import { transaction } from '../../platform/context/context.ts';

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let owner: Shopper;
/** A product, and its add-on with one seat for each license. */
let suite: string;
let pack: string;
before(async () => {
  app = await startTestApp();
  shop = shopOf(app);
});
beforeEach(async () => {
  // Sign-ups are limited by the minute.
  app.system.clock.advance(60_000);
  owner = await shop.shopper();
  suite = await shop.product({ maxActivations: 5, allowsOffline: true });
  pack = await shop.product({ id: `${suite}.pack`, isIncludedInLicense: true, maxActivations: 1 });
  await shop.give(owner, suite);
});
after(() => app.close());

function validate(token: string, query = '') {
  const url = `/api/client/licenses/${suite}/validate${query}`;
  return app.inject({ method: 'POST', url, headers: { 'content-type': 'text/plain' }, payload: token });
}

async function renewed(token: string, query = ''): Promise<string> {
  const response = await validate(token, query);
  assert.equal(response.statusCode, 200, response.body);
  return response.body;
}

const addOns = (token: string) => claimsOf(token)['sp'];
const seatsOf = async (licenseId = '') => (await findLicense(app.ctx, licenseId))?.activeActivations;

/** Releases the device's seat of the add-on, as its owner does. */
async function release(licenseId = ''): Promise<void> {
  const { items } = (await shop.get(owner, `licenses/${licenseId}/activations`)).json();
  const device = items.find(({ status }: { status: string }) => status === 'Active');
  const done = await shop.post(owner, `licenses/${licenseId}/activations/${device.id}/revoke`);
  assert.equal(done.statusCode, 200, done.body);
}

test('a device gets a seat of an included add-on with its activation, and its token says so', async () => {
  const [license] = await shop.give(owner, pack);
  const token = await shop.activate(owner, suite, 'mac');
  assert.deepEqual(addOns(token), [
    { id: 'pack', active: true, trial: false, seats: { total: 1, used: 1, remaining: 0 } },
  ]);
  assert.equal(claimsOf(token)['sp:owned'], `pack,${pack}`);
  assert.equal(await seatsOf(license), 1);
  assert.deepEqual(addOns(await renewed(token)), addOns(token));
  assert.equal(await seatsOf(license), 1, 'the seat is taken once');
  const second = await shop.activate(owner, suite, 'pc');
  assert.deepEqual(addOns(second), [
    { id: 'pack', active: false, trial: false, seats: { total: 1, used: 1, remaining: 0 } },
  ]);
});

test('a validation takes the seat of an add-on that was bought meanwhile, unless the application does not want it', async () => {
  const token = await shop.activate(owner, suite, 'mac');
  assert.equal(Object.hasOwn(claimsOf(token), 'sp'), false);
  const [license] = await shop.give(owner, pack);
  const query = '?autoActivateSubProducts=false';
  assert.partialDeepStrictEqual(addOns(await renewed(token, query)), [{ id: 'pack', active: false }]);
  assert.equal(await seatsOf(license), 0);
  assert.partialDeepStrictEqual(addOns(await renewed(token)), [{ id: 'pack', active: true }]);
  assert.equal(await seatsOf(license), 1);
  assert.partialDeepStrictEqual(addOns(await renewed(token, query)), [{ id: 'pack', active: true }]);
});

test('an activation that is approved in the browser takes the seats, unless its application does not want them', async () => {
  const { ask, approve, poll } = activationsOf(app);
  const [license] = await shop.give(owner, pack);
  for (const [query, isHeld] of [
    ['?autoActivateSubProducts=False', false],
    ['?autoActivateSubProducts=true', true],
  ] as const) {
    const request = await ask(suite, { signature: 'mac', query });
    assert.equal((await approve(request, 'license', owner)).statusCode, 200);
    assert.partialDeepStrictEqual(addOns((await poll(request)).body), [{ id: 'pack', active: isHeld }]);
    assert.equal(await seatsOf(license), Number(isHeld));
  }
});

test('a seat that was released here is not taken again by itself', async () => {
  const [license] = await shop.give(owner, pack);
  const token = await shop.activate(owner, suite, 'mac');
  await release(license);
  const released = { id: 'pack', active: false, revoked: true };
  assert.partialDeepStrictEqual(addOns(await renewed(token)), [released]);
  assert.equal(await seatsOf(license), 0);
  assert.partialDeepStrictEqual(addOns(await shop.activate(owner, suite, 'mac')), [released]);
});

test('a released device gives back the seats of its add-ons, and gets them again with its next activation', async () => {
  const [license] = await shop.give(owner, pack);
  const token = await shop.activate(owner, suite, 'mac');
  const headers = { 'content-type': 'text/plain' };
  const url = `/api/client/licenses/${suite}/revoke`;
  assert.equal((await app.inject({ method: 'POST', url, headers, payload: token })).statusCode, 200);
  assert.equal(await seatsOf(license), 0);
  assert.equal((await validate(token)).json().errorType, 'LicenseActivationRevoked');
  assert.equal(await seatsOf(license), 0);
  const again = await shop.activate(owner, suite, 'mac');
  assert.partialDeepStrictEqual(addOns(again), [{ id: 'pack', active: true }]);
});

test('an offline activation takes the seats once, and its token does not count them', async () => {
  const [license] = await shop.give(owner, pack);
  const file = await shop.activateByFile(owner, suite, 'mac');
  const link = new URL(String(file.headers['location']));
  const offline = (await app.inject({ url: link.pathname + link.search })).body;
  assert.deepEqual(addOns(offline), [{ id: 'pack', active: true, trial: false }]);
  assert.equal(await seatsOf(license), 1);
  const later = await shop.product({ id: `${suite}.later`, isIncludedInLicense: true });
  const [unused] = await shop.give(owner, later);
  assert.partialDeepStrictEqual(addOns(await renewed(offline)), [
    { id: 'later', active: false },
    { id: 'pack', active: true },
  ]);
  assert.equal(await seatsOf(unused), 0);
});

test('the lists of devices show the add-ons of each, which their customer and the vendor can release', async () => {
  const [license = ''] = await shop.give(owner, pack);
  const token = await shop.activate(owner, suite, 'mac');
  const parent = String(claimsOf(token)['l:id']);
  const devices = async () => (await shop.get(owner, `licenses/${parent}/activations`)).json().items;
  const ofProduct = (await shop.get(owner, `products/${suite}/licenses/activations`)).json().items;
  const [device] = await devices();
  assert.deepEqual(ofProduct, [device]);
  const [seat] = device.subProducts;
  const { name } = (await shop.get(owner, `products/${pack}`)).json();
  assert.deepEqual(seat, {
    id: pack,
    name,
    licenseId: license,
    activationId: seat.activationId,
    canRelease: true,
  });
  const merchant = await merchantOf(app);
  const core = await merchant.send('GET', `/api/licenses/${parent}/activations`);
  assert.deepEqual(core.json().items[0].subProducts, [
    { id: pack, licenseId: license, activationId: seat.activationId },
  ]);
  const path = `licenses/${license}/activations/${seat.activationId}/revoke`;
  assert.equal((await shop.post(await shop.shopper(), path)).statusCode, 404);
  assert.equal((await shop.post(owner, path)).statusCode, 200);
  assert.equal(Object.hasOwn((await devices())[0], 'subProducts'), false);
  assert.equal(await seatsOf(license), 0);
  await app.inject({
    method: 'POST',
    url: `/api/client/licenses/${suite}/sub-products/pack/activate`,
    headers: { 'content-type': 'text/plain' },
    payload: token,
  });
  const [again] = (await devices())[0].subProducts;
  await merchant.send('POST', `/api/licenses/${license}/activations/${again.activationId}/revoke`);
  assert.equal(Object.hasOwn((await devices())[0], 'subProducts'), false);
  assert.equal(
    (await merchant.send('POST', `/api/licenses/${parent}/activations/${device.id}/revoke`)).statusCode,
    200,
  );
});

test('a device that had activated the add-on itself keeps that seat, also if no other is free', async () => {
  const [license] = await shop.give(owner, pack);
  const own = await shop.activate(owner, pack, 'mac');
  const token = await shop.activate(owner, suite, 'pc');
  assert.partialDeepStrictEqual(addOns(token), [{ active: false, seats: { used: 1, remaining: 0 } }]);
  const mac = await shop.activate(owner, suite, 'mac', '?autoActivateSubProducts=false');
  assert.partialDeepStrictEqual(addOns(await renewed(mac)), [
    { id: 'pack', active: true, seats: { total: 1, used: 1 } },
  ]);
  assert.equal(await seatsOf(license), 1, 'it is the same seat');
  const url = `/api/client/licenses/${pack}/validate`;
  const headers = { 'content-type': 'text/plain' };
  const still = await app.inject({ method: 'POST', url, headers, payload: own });
  assert.equal(still.statusCode, 200, 'and its own token goes on');
  assert.partialDeepStrictEqual(addOns(await renewed(token)), [{ active: false }]);
});

test('a refunded add-on is no longer in the token, another license replaces it, and no validation fails', async () => {
  const [first = ''] = await shop.give(owner, pack);
  const token = await shop.activate(owner, suite, 'mac');
  await revokeLicense(app.ctx, first);
  assert.equal(addOns(await renewed(token)), undefined);
  const [second] = await shop.give(owner, pack);
  assert.partialDeepStrictEqual(addOns(await renewed(token)), [{ id: 'pack', active: true }]);
  assert.deepEqual([await seatsOf(first), await seatsOf(second)], [0, 1]);
});

test('a transferred add-on leaves the devices of its former owner, who may buy another', async () => {
  const [first = ''] = await shop.give(owner, pack);
  const token = await shop.activate(owner, suite, 'mac');
  const buyer = await shop.shopper();
  await transaction(app.ctx, (tx) => transferLicense(tx, first, { ownerId: buyer.id }));
  assert.equal(addOns(await renewed(token)), undefined);
  await shop.give(owner, pack);
  assert.partialDeepStrictEqual(addOns(await renewed(token)), [{ id: 'pack', active: true }]);
  assert.equal(await seatsOf(first), 0);
});

test('the add-ons of a transferred license stay with their customer, with their seats free', async () => {
  const [parent = ''] = await shop.give(owner, suite);
  const [license] = await shop.give(owner, pack);
  for (const { id } of (await shop.get(owner, 'licenses')).json().items) {
    if (id !== parent && id !== license) await revokeLicense(app.ctx, id);
  }
  const token = await shop.activate(owner, suite, 'mac');
  assert.equal(claimsOf(token)['l:id'], parent);
  assert.equal(await seatsOf(license), 1);
  const buyer = await shop.shopper();
  await transaction(app.ctx, (tx) => transferLicense(tx, parent, { ownerId: buyer.id }));
  assert.equal(await seatsOf(license), 0);
  assert.equal(addOns(await shop.activate(buyer, suite, 'mac')), undefined);
});

test('erasing the customer ends the device with its add-ons, and nothing personal stays', async () => {
  const merchant = await merchantOf(app);
  const [license = ''] = await shop.give(owner, pack);
  const token = await shop.activate(owner, suite, 'Grace’s Mac');
  const trials = await shop.product({ id: `${suite}.loops`, isIncludedInLicense: true, allowsTrials: true });
  const url = `/api/client/licenses/${suite}/sub-products`;
  const call = (path: string) =>
    app.inject({
      method: 'POST',
      url: url + path,
      headers: { 'content-type': 'text/plain' },
      payload: token,
    });
  assert.equal((await call('/loops/trial')).statusCode, 200);
  assert.equal((await merchant.send('DELETE', `/api/customers/${owner.id}`)).statusCode, 200);
  for (const answer of [await validate(token), await call(''), await call('/pack/activate')])
    assert.deepEqual([answer.statusCode, answer.json().errorType], [400, 'LicenseRevoked']);
  const erased = await findLicense(app.ctx, license);
  assert.deepEqual([erased?.status, erased?.activeActivations], ['Revoked', 0]);
  const rest = [
    await merchant.send('GET', `/api/licenses/${license}/activations`),
    await merchant.send('GET', `/api/licenses/${String(claimsOf(token)['l:id'])}/activations`),
    await merchant.send('GET', `/api/trials?productFilter=${trials}`),
  ];
  for (const { statusCode, body } of rest) {
    assert.equal(statusCode, 200, body);
    assert.match(body, /"(deviceN|n)ame":"Deleted device"/);
    assert.doesNotMatch(body, /ame":"Grace/);
  }
});

test('an add-on that is not included, not in use, or of somebody else is in no token', async () => {
  const apart = await shop.product({ id: `${suite}.apart` });
  const inactive = await shop.product({ id: `${suite}.off`, isIncludedInLicense: true });
  for (const product of [apart, inactive]) await shop.give(owner, product);
  await updateProduct(app.ctx, inactive, { status: 'Inactive' });
  await shop.give(await shop.shopper(), pack);
  const claims = claimsOf(await renewed(await shop.activate(owner, suite, 'mac')));
  assert.deepEqual([claims['sp'], claims['sp:owned']], [undefined, `apart,${apart}`]);
});
