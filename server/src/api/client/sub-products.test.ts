import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Shopper, shopOf } from '../../../test/inventory.ts';
import { claimsOf } from '../../../test/licensing.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { createDiscount, createVariation, updateProduct } from '../../modules/catalog/index.ts';
import {
  findLicense,
  listTrials,
  revokeLicense,
  transferLicense,
  updateLicense,
} from '../../modules/licensing/index.ts';
import { transaction } from '../../platform/context/context.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let owner: Shopper;
/** A product that the owner has one license of, and its included add-on with one seat for each license. */
let suite: string;
let license: string;
let pack: string;
before(async () => {
  app = await startTestApp();
  shop = shopOf(app);
});
beforeEach(async () => {
  // Sign-ups and trials are limited by the minute.
  app.system.clock.advance(60_000);
  owner = await shop.shopper();
  suite = await shop.product({ maxActivations: 5, allowsOffline: true, allowsTrials: true });
  const details = { isIncludedInLicense: true, maxActivations: 1, allowsTrials: true, trialDays: 10 };
  pack = await shop.product({ id: `${suite}.pack`, ...details });
  [license = ''] = await shop.give(owner, suite);
});
after(() => app.close());

function call(token: string, path = '', productId = suite) {
  const url = `/api/client/licenses/${productId}/${path}`;
  return app.inject({ method: 'POST', url, headers: { 'content-type': 'text/plain' }, payload: token });
}

const list = (token: string) => call(token, 'sub-products');
const activate = (token: string, id = 'pack') => call(token, `sub-products/${id}/activate`);
const startTrial = (token: string, id = 'pack') => call(token, `sub-products/${id}/trial`);

async function tokenIn(response: ReturnType<typeof call>): Promise<string> {
  const { statusCode, body } = await response;
  assert.equal(statusCode, 200, body);
  return body;
}

async function errorOf(response: ReturnType<typeof call>) {
  const answer = await response;
  return [answer.statusCode, answer.json().errorType];
}

const addOns = (token: string) => claimsOf(token)['sp'];
const seatsOf = async (id = '') => (await findLicense(app.ctx, id))?.activeActivations;

async function release(licenseId = ''): Promise<void> {
  const { items } = (await shop.get(owner, `licenses/${licenseId}/activations`)).json();
  const device = items.find(({ status }: { status: string }) => status === 'Active');
  const done = await shop.post(owner, `licenses/${licenseId}/activations/${device.id}/revoke`);
  assert.equal(done.statusCode, 200, done.body);
}

async function offlineToken(signature: string): Promise<string> {
  const file = await shop.activateByFile(owner, suite, signature);
  const link = new URL(String(file.headers['location']));
  return (await app.inject({ url: link.pathname + link.search })).body;
}

async function trialOf(signature: string): Promise<string> {
  const url = `/api/client/trials/${suite}/request`;
  const payload = { deviceName: signature, deviceSignature: signature };
  return tokenIn(app.inject({ method: 'POST', url, payload, headers: owner.headers }));
}

test('activating gives the device a seat, by the own part or the whole id, once, and is no validation', async () => {
  const token = await shop.activate(owner, suite, 'mac');
  const [seat] = await shop.give(owner, pack);
  app.system.clock.advance(5_000);
  const first = await tokenIn(activate(token));
  const second = await tokenIn(activate(first, pack));
  assert.equal(await seatsOf(seat), 1);
  for (const renewed of [first, second]) {
    const claims = claimsOf(renewed);
    for (const name of ['id', 'l:id', 'sig', 'validated', 'u:id'])
      assert.equal(claims[name], claimsOf(token)[name]);
    assert.ok(Number(claims['iat']) > Number(claims['validated']));
    assert.deepEqual(claims['sp'], [
      { id: 'pack', active: true, trial: false, seats: { total: 1, used: 1, remaining: 0 } },
    ]);
  }
  const validated = claimsOf(await tokenIn(call(second, 'validate')));
  assert.ok(Number(validated['validated']) > Number(claimsOf(second)['validated']));
});

test('`validated` is never lower than that of the token that is presented', async () => {
  await shop.give(owner, pack);
  const file = await shop.activateByFile(owner, suite, 'mac');
  const link = new URL(String(file.headers['location']));
  app.system.clock.advance(60_000);
  // A download is not recorded as a validation, and its token is of this moment all the same.
  const offline = (await app.inject({ url: link.pathname + link.search })).body;
  const after = claimsOf(await tokenIn(activate(offline)));
  assert.equal(after['validated'], claimsOf(offline)['validated']);
  const renewed = await tokenIn(call(offline, 'validate'));
  assert.equal(claimsOf(await tokenIn(activate(offline)))['validated'], claimsOf(renewed)['validated']);
});

test('activating takes back a seat that was released here, and the token says so again', async () => {
  const [seat] = await shop.give(owner, pack);
  const token = await shop.activate(owner, suite, 'mac');
  await release(seat);
  assert.partialDeepStrictEqual(addOns(await tokenIn(call(token, 'validate'))), [{ revoked: true }]);
  const again = await tokenIn(activate(token));
  assert.deepEqual(addOns(again), [
    { id: 'pack', active: true, trial: false, seats: { total: 1, used: 1, remaining: 0 } },
  ]);
  assert.deepEqual(addOns(await tokenIn(call(again, 'validate'))), addOns(again));
});

test('an offline activation gets a seat, and stays offline', async () => {
  const token = await offlineToken('mac');
  const [seat] = await shop.give(owner, pack);
  const claims = claimsOf(await tokenIn(activate(token)));
  assert.deepEqual(
    [claims['method'], claims['sp']],
    ['Offline', [{ id: 'pack', active: true, trial: false }]],
  );
  assert.equal(await seatsOf(seat), 1);
  assert.deepEqual(await errorOf(startTrial(token)), [400, 'OfflineToken']);
});

test('an add-on that is not owned, or without a free seat, is refused with a sentence', async () => {
  const token = await shop.activate(owner, suite, 'mac');
  await shop.give(await shop.shopper(), pack);
  const foreign = await activate(token);
  assert.deepEqual([foreign.statusCode, foreign.json().errorType], [400, 'NoEligibleLicense']);
  assert.match(foreign.json().detail, /do not own/);
  await shop.give(owner, pack);
  await tokenIn(activate(await shop.activate(owner, suite, 'pc')));
  const full = await activate(token);
  assert.deepEqual([full.statusCode, full.json().errorType], [400, 'NoEligibleLicense']);
  assert.match(full.json().detail, /The 1 seat of .+ is in use/);
  assert.deepEqual(await errorOf(startTrial(token)), [400, 'NoEligibleLicense'], 'an owner gets no trial');
});

test('only what is a sub-product of the product and included can be activated or tried', async () => {
  const token = await shop.activate(owner, suite, 'mac');
  const apart = await shop.product({ id: `${suite}.apart`, allowsTrials: true });
  const other = await shop.product();
  const foreign = await shop.product({ id: `${other}.drums`, isIncludedInLicense: true });
  for (const product of [apart, foreign]) await shop.give(owner, product);
  for (const act of [activate, startTrial]) {
    assert.deepEqual(await errorOf(act(token, 'apart')), [400, 'SubProductNotIncluded']);
    for (const id of ['drums', foreign, 'pack.loops', suite, 'unknown', '..%2F'])
      assert.deepEqual(await errorOf(act(token, id)), [404, 'NotFound'], id);
  }
  await updateProduct(app.ctx, pack, { status: 'Inactive' });
  assert.deepEqual(await errorOf(activate(token)), [403, 'ProductInactive']);
  assert.equal(addOns(await tokenIn(call(token, 'validate'))), undefined);
});

test('a trial of an add-on runs on the device until its end, starts once, and a seat replaces it', async () => {
  const first = owner;
  const token = await shop.activate(first, suite, 'mac');
  const inTrial = await tokenIn(startTrial(token));
  const [entry] = Object.values(addOns(inTrial) ?? []);
  assert.deepEqual(entry, { id: 'pack', active: true, trial: true, exp: entry.exp });
  const { 'sp:owned': owned, l, ...claims } = claimsOf(inTrial);
  assert.deepEqual([owned, l, claims['l:id']], [undefined, undefined, license]);
  assert.deepEqual(addOns(await tokenIn(startTrial(token, pack))), [entry]);
  app.system.clock.advance(11 * DAY_MS);
  const over = [{ ...entry, active: false }];
  assert.deepEqual(addOns(await tokenIn(call(token, 'validate'))), over);
  assert.deepEqual(addOns(await tokenIn(startTrial(token))), over, 'over or not, it is the same trial');
  owner = await shop.shopper();
  await shop.give(owner, suite);
  const other = await shop.activate(owner, suite, 'pc');
  assert.partialDeepStrictEqual(addOns(await tokenIn(startTrial(other))), [{ active: true, trial: true }]);
  const [seat] = await shop.give(owner, pack);
  const replaced = addOns(await tokenIn(call(other, 'validate')));
  assert.partialDeepStrictEqual(replaced, [{ active: true, trial: false, seats: { used: 1 } }]);
  assert.equal(await seatsOf(seat), 1);
  const trials = await listTrials(app.ctx, { limit: 5, productId: pack });
  assert.deepEqual(
    Object.fromEntries(
      trials.map(({ deviceSignature, customerId, convertedAt }) => [
        deviceSignature,
        [customerId, convertedAt !== null],
      ]),
    ),
    { mac: [first.id, false], pc: [owner.id, true] },
  );
});

test('an owner who asks for a trial gets a seat instead', async () => {
  const token = await shop.activate(owner, suite, 'mac');
  const [seat] = await shop.give(owner, pack);
  assert.partialDeepStrictEqual(addOns(await tokenIn(startTrial(token))), [{ active: true, trial: false }]);
  assert.equal(await seatsOf(seat), 1);
  assert.deepEqual(await listTrials(app.ctx, { limit: 5, productId: pack }), []);
});

test('an owner without a free seat keeps the trial that runs on the device, and may try other add-ons', async () => {
  const details = { isIncludedInLicense: true, maxActivations: 1, allowsTrials: true, trialDays: 10 };
  await shop.product({ id: `${suite}.loops`, ...details });
  const token = await shop.activate(owner, suite, 'mac');
  await tokenIn(startTrial(token));
  const [seat] = await shop.give(owner, pack);
  await shop.activate(owner, suite, 'pc');
  assert.equal(await seatsOf(seat), 1, 'the other device has it');
  const inTrial = { active: true, trial: true };
  const packs = Object.values(addOns(await tokenIn(startTrial(token))) ?? []);
  assert.partialDeepStrictEqual(
    packs.find(({ id }) => id === 'pack'),
    inTrial,
  );
  const loops = Object.values(addOns(await tokenIn(startTrial(token, 'loops'))) ?? []);
  assert.partialDeepStrictEqual(
    loops.find(({ id }) => id === 'loops'),
    inTrial,
    'of which nothing is owned',
  );
});

test('an add-on without trials says so, and a trial of the product holds no add-ons', async () => {
  const plain = await shop.product({ id: `${suite}.plain`, isIncludedInLicense: true });
  const token = await shop.activate(owner, suite, 'mac');
  const refused = await startTrial(token, 'plain');
  assert.deepEqual([refused.statusCode, refused.json().errorType], [400, 'TrialsNotAllowed']);
  await shop.give(owner, plain);
  const trial = await trialOf('pc');
  assert.equal(Object.hasOwn(claimsOf(trial), 'sp'), false);
  for (const act of [activate, startTrial]) assert.deepEqual(await errorOf(act(trial)), [400, 'TrialToken']);
});

test('every refusal of a token is the same as in a validation, but for one name', async () => {
  const token = await shop.activate(owner, suite, 'mac');
  const everywhere = async (presented: string, status: number, errorType: string, validate = errorType) => {
    assert.deepEqual(await errorOf(call(presented, 'validate')), [status, validate]);
    for (const act of [list, activate, startTrial])
      assert.deepEqual(await errorOf(act(presented)), [status, errorType]);
  };
  await everywhere('not.a.token', 400, 'LicenseInvalid', 'InvalidLicenseToken');
  await everywhere('', 422, 'LicenseTokenMissing');
  const elsewhere = await shop.product();
  for (const path of ['sub-products', 'sub-products/pack/activate', 'sub-products/pack/trial'])
    assert.deepEqual(await errorOf(call(token, path, elsewhere)), [400, 'LicenseInvalid']);
  assert.deepEqual(await errorOf(call(token, 'sub-products', 'no-product')), [400, 'LicenseInvalid']);
  await updateProduct(app.ctx, suite, { status: 'Inactive' });
  await everywhere(token, 403, 'ProductInactive');
  await updateProduct(app.ctx, suite, { status: 'Active' });
  const end = new Date(app.system.clock.now().getTime() + 1_000);
  await updateLicense(app.ctx, license, { expiresAt: end });
  app.system.clock.advance(2_000);
  await everywhere(token, 400, 'LicenseExpired');
  await updateLicense(app.ctx, license, { expiresAt: null });
  await release(license);
  await everywhere(token, 400, 'LicenseActivationRevoked');
  await revokeLicense(app.ctx, license);
  await everywhere(token, 400, 'LicenseRevoked');
  const buyer = await shop.shopper();
  await transaction(app.ctx, (tx) => transferLicense(tx, license, { ownerId: buyer.id }));
  await everywhere(token, 403, 'LicenseOwnerChanged');
});

test('the token of another account is refused, and its add-on is unknown here', async () => {
  const token = await shop.activate(owner, suite, 'mac');
  for (const path of ['sub-products', 'sub-products/pack/activate', 'sub-products/pack/trial']) {
    const url = `/api/client/licenses/${suite}/${path}`;
    const headers = { 'content-type': 'text/plain' };
    const answer = await app.injectAs(app.other, { method: 'POST', url, headers, payload: token });
    assert.deepEqual([answer.statusCode, answer.json().errorType], [400, 'LicenseInvalid']);
  }
});

test('the list shows what is owned, for sale, or to try, with the prices of the customer', async () => {
  const brushes = await shop.product({
    id: `${suite}.brushes`,
    tagline: 'Soft',
    website: 'https://example.com/brushes',
    position: 1,
  });
  await createVariation(
    app.ctx,
    { type: 'Product', id: brushes },
    { name: 'Once', prices: { EUR: 100, USD: 100 } },
  );
  await createDiscount(app.ctx, {
    name: 'Owners',
    benefit: { type: 'PercentageOff', basisPoints: 5_000 },
    targets: [{ type: 'Product', id: brushes, variationIds: [] }],
    audience: { owns: { match: 'All', productIds: [suite] } },
  });
  await shop.product({ id: `${suite}.hidden`, isPurchasable: false });
  const token = await shop.activate(owner, suite, 'mac');
  const { currency, subProducts } = (await list(token)).json();
  assert.equal(currency, app.demo.settings.defaultCurrency);
  assert.equal(subProducts.length, 2);
  const [first, second] = subProducts;
  assert.deepEqual(first, {
    id: 'pack',
    product: { ...first.product, id: pack, owned: false, subscribed: false, website: null, iconUrl: null },
    includedInLicense: true,
    active: false,
    revoked: false,
    trial: { status: 'Available', numberOfDays: 10, requiresNewsletterOptIn: false },
  });
  const { variations, ...product } = second.product;
  assert.deepEqual(
    [second.id, product.id, product.tagline, product.website, product.owned, second.includedInLicense],
    ['brushes', brushes, 'Soft', 'https://example.com/brushes', false, false],
  );
  assert.deepEqual([variations[0].price.EUR, variations[0].originalPrice.EUR], [0.5, 1]);
  assert.deepEqual(variations[0], product.defaultVariation);
  assert.match(second.buyUrl, /^http:\/\/.+brushes$/);
  await updateSettings(app.ctx, { buyPageUrl: 'https://shop.example.com/get' });
  const own = (await list(token)).json().subProducts[1].buyUrl;
  assert.equal(own, `https://shop.example.com/get/${brushes}`);
  await updateSettings(app.ctx, { buyPageUrl: undefined });
  const stranger = await shop.shopper();
  const ofTrial = (await list(await trialOf('pc'))).json().subProducts;
  assert.equal(ofTrial.length, 1, 'a trial starts no other');
  assert.equal(ofTrial[0].product.variations[0].price.EUR, 0.5, 'it is of the same customer');
  owner = stranger;
  const theirs = (await list(await trialOf('tablet'))).json().subProducts;
  assert.equal(theirs[0].product.variations[0].price.EUR, 1);
});

test('the list follows a device from the trial to a seat, to its release, and changes nothing itself', async () => {
  const token = await shop.activate(owner, suite, 'mac');
  const entryNow = async () => {
    const [entry] = (await list(token)).json().subProducts;
    return {
      active: entry.active,
      revoked: entry.revoked,
      owned: entry.product.owned,
      trial: entry.trial.status,
    };
  };
  await tokenIn(startTrial(token));
  assert.deepEqual(await entryNow(), { active: true, revoked: false, owned: false, trial: 'Active' });
  app.system.clock.advance(11 * DAY_MS);
  owner.headers.authorization = (await shop.shopper()).headers.authorization;
  // Nothing is sold, and the trial is over.
  assert.deepEqual((await list(token)).json().subProducts, []);
  const end = new Date(app.system.clock.now().getTime() + 20 * DAY_MS);
  const [seat = ''] = await shop.give(owner, pack);
  await updateLicense(app.ctx, seat, { expiresAt: end });
  assert.deepEqual(await entryNow(), { active: false, revoked: false, owned: true, trial: 'Expired' });
  assert.equal(await seatsOf(seat), 0, 'a list takes no seat');
  const withSeat = await tokenIn(call(token, 'validate'));
  assert.partialDeepStrictEqual(addOns(withSeat), [{ active: true, exp: Math.floor(end.getTime() / 1_000) }]);
  const [entry] = (await list(withSeat)).json().subProducts;
  assert.deepEqual(
    [entry.active, entry.expiresAt, entry.seats],
    [true, end.toISOString(), { total: 1, used: 1, remaining: 0 }],
  );
});

test('a device that is released at the same time gets no seat, and hears why', async () => {
  const token = await shop.activate(owner, suite, 'mac');
  const [seat] = await shop.give(owner, pack);
  const [activated] = await Promise.all([activate(token), release(license)]);
  if (activated.statusCode !== 200) assert.equal(activated.json().errorType, 'LicenseActivationRevoked');
  assert.equal(await seatsOf(seat), 0);
  assert.deepEqual(await errorOf(activate(token)), [400, 'LicenseActivationRevoked']);
});
