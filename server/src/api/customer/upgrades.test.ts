import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { claimsOf } from '../../../test/licensing.ts';
import type { Shopper } from '../../../test/shop.ts';
import { upgradeShop } from '../../../test/upgrade-shop.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { createReleaseFromFiles } from '../../modules/releases/index.ts';
import { addMonths } from '../../modules/licensing/domain/days.ts';

let app: TestApp;
let shop: Awaited<ReturnType<typeof upgradeShop>>;
let owner: Shopper;
before(async () => {
  app = await startTestApp();
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0, signUpPerMinute: 0 } });
  shop = await upgradeShop(app);
  owner = await shop.shopper();
});
after(async () => {
  await assertInvariants(app.system.database.reader);
  await app.close();
});

const TWO = { releaseAccess: { upToMajor: 2 } };
const THREE = { releaseAccess: { upToMajor: 3 } };
const YEAR = { releaseAccess: { updatesMonths: 12 } };

/** A product whose license of 2 can become one of 3. */
async function upgradable(): Promise<string> {
  const productId = await shop.product({ two: TWO, three: THREE });
  const changed = await shop.sellTo(productId, 'three', { kind: 'Upgrade', from: [`${productId}-two`] });
  assert.equal(changed.statusCode, 200, changed.body);
  return productId;
}

async function activate(productId: string, signature: string): Promise<string> {
  const url = `/api/client/licenses/${productId}/request`;
  const payload = { deviceName: signature, deviceSignature: signature };
  const answer = await app.inject({ method: 'POST', url, headers: owner.auth, payload });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.body;
}

function validate(productId: string, payload: string, appVersion: string) {
  const url = `/api/client/licenses/${productId}/validate?appVersion=${appVersion}`;
  return app.inject({ method: 'POST', url, headers: { 'content-type': 'text/plain' }, payload });
}

test('an owner buys an upgrade at its own price: the license covers more, with the same seats and devices', async () => {
  const productId = await upgradable();
  const licenseId = await shop.buyLicense(owner, productId, 'two');
  const token = await activate(productId, 'mac');
  const refused = await validate(productId, token, '3.0.0');
  assert.equal(refused.json().errorType, 'ReleaseNotCovered');
  assert.deepEqual(await shop.upgrades(owner, licenseId), [
    {
      productId,
      variationId: `${productId}-three`,
      kind: 'Upgrade',
      name: `App ${productId.slice(3)}, three`,
      price: { EUR: 49, USD: 55 },
      originalPrice: { EUR: 49, USD: 55 },
      gives: { upToMajor: 3 },
    },
  ]);
  const cart = await shop.fill(owner, shop.lineOf(productId, 'three', licenseId));
  const { items, total } = cart.json();
  assert.deepEqual(
    [items[0].licenseId, items[0].upgrade, items[0].price.EUR, total.due.amount],
    [licenseId, { kind: 'Upgrade', licenseName: `App ${productId.slice(3)}, two` }, 49, 49],
  );
  const before = await shop.look(licenseId);
  const orderId = await shop.buy(owner, shop.lineOf(productId, 'three', licenseId));
  const license = await shop.look(licenseId);
  assert.deepEqual(license, { ...before, upToMajor: 3, variationId: `${productId}-three` });
  assert.equal(license.activeNumberOfActivations, 1);
  const renewed = await validate(productId, token, '3.0.0');
  assert.equal(renewed.statusCode, 200, renewed.body);
  const { id, 'l:rel:major': major } = claimsOf(renewed.body);
  assert.deepEqual([id, major], [claimsOf(token)['id'], 3]);
  const order = await shop.merchant.call<{ licenses: object[]; items: { licenseId: string }[] }>(
    'GET',
    `/api/orders/${orderId}`,
  );
  assert.deepEqual([order.licenses, order.items[0]?.licenseId], [[], licenseId]);
  assert.deepEqual(await shop.upgrades(owner, licenseId), []);
});

test('a refund puts the license back, and a dispute does until it is won', async () => {
  const productId = await upgradable();
  const licenseId = await shop.buyLicense(owner, productId, 'two');
  const token = await activate(productId, 'mac');
  const orderId = await shop.buy(owner, shop.lineOf(productId, 'three', licenseId));
  await shop.happen(orderId, 'DisputeOpened');
  assert.equal((await shop.look(licenseId)).upToMajor, 2);
  assert.equal((await validate(productId, token, '3.0.0')).json().errorType, 'ReleaseNotCovered');
  await shop.happen(orderId, 'DisputeWon');
  assert.equal((await shop.look(licenseId)).upToMajor, 3);
  await shop.refund(orderId);
  const back = await shop.look(licenseId);
  assert.deepEqual([back.status, back.upToMajor, back.variationId], ['Active', 2, `${productId}-two`]);
  assert.equal((await validate(productId, token, '2.9.0')).statusCode, 200);
  assert.equal((await shop.upgrades(owner, licenseId)).length, 1, 'it can be bought again');
});

test('a renewal counts from the later of now and the old end, and the refund of one leaves the other', async () => {
  app.system.clock.hold('it compares the end of the updates with the clock');
  const productId = await shop.product({ year: YEAR });
  await shop.sellTo(productId, 'year', { kind: 'Renewal', from: [productId] });
  const licenseId = await shop.buyLicense(owner, productId, 'year');
  const end = async () => new Date((await shop.look(licenseId)).updatesUntil ?? '');
  const first = await end();
  assert.deepEqual(
    (await shop.upgrades(owner, licenseId)).map(({ kind, gives }) => [kind, gives]),
    [['Renewal', { updatesUntil: addMonths(first, 12).toISOString() }]],
  );
  const renewal = shop.lineOf(productId, 'year', licenseId);
  const one = await shop.buy(owner, renewal);
  assert.deepEqual(await end(), addMonths(first, 12));
  await shop.buy(owner, renewal);
  assert.deepEqual(await end(), addMonths(first, 24));
  await shop.refund(one);
  assert.deepEqual(await end(), addMonths(first, 12));
  const late = await shop.buyLicense(owner, productId, 'year');
  app.system.clock.advance(400 * 86_400_000);
  owner = await shop.signIn(owner);
  await shop.buy(owner, shop.lineOf(productId, 'year', late));
  const until = new Date((await shop.look(late)).updatesUntil ?? '');
  const fromNow = addMonths(app.system.clock.now(), 12);
  assert.ok(Math.abs(until.getTime() - fromNow.getTime()) < 2_000, until.toISOString());
});

test('an upgrade to another product replaces the license, or keeps it beside a new one with as many seats', async () => {
  owner = await shop.shopper();
  const lite = await shop.product({ once: {} });
  const pro = await shop.product({ once: TWO }, { maxNumberOfActivations: 9 });
  await shop.sellTo(pro, 'once', { kind: 'Upgrade', from: [lite] });
  const licenseId = await shop.buyLicense(owner, lite, 'once');
  await activate(lite, 'mac');
  const [offer] = await shop.upgrades(owner, licenseId);
  assert.deepEqual(offer?.gives, { upToMajor: 2, productId: pro });
  const orderId = await shop.buy(owner, shop.lineOf(pro, 'once', licenseId));
  const replaced = await shop.look(licenseId);
  assert.deepEqual(
    [
      replaced.productId,
      replaced.upToMajor,
      replaced.maxNumberOfActivations,
      replaced.activeNumberOfActivations,
    ],
    [pro, 2, 2, 1],
  );
  const token = await activate(pro, 'mac');
  assert.deepEqual(
    [claimsOf(token)['l:id'], (await shop.look(licenseId)).activeNumberOfActivations],
    [licenseId, 1],
  );
  await shop.refund(orderId);
  const back = await shop.look(licenseId);
  assert.deepEqual([back.productId, back.upToMajor, back.activeNumberOfActivations], [lite, undefined, 1]);

  await shop.sellTo(pro, 'once', { kind: 'Upgrade', from: [lite], oldLicense: 'Kept' });
  const second = await shop.buy(owner, shop.lineOf(pro, 'once', licenseId));
  const order = await shop.merchant.call<{
    licenses: { id: string; productId: string; maxNumberOfActivations: number }[];
  }>('GET', `/api/orders/${second}`);
  const [beside] = order.licenses;
  assert.deepEqual([beside?.productId, beside?.maxNumberOfActivations], [pro, 2]);
  assert.equal((await shop.look(licenseId)).productId, lite);
  assert.deepEqual(await shop.upgrades(owner, licenseId), []);
  const twice = await shop.fill(owner, shop.lineOf(pro, 'once', licenseId));
  assert.deepEqual(twice.json().errors, {
    'items[0].licenseId': ['The license id of item 1 was already upgraded to this product.'],
  });
  await shop.refund(second);
  assert.equal((await shop.look(beside?.id ?? '')).status, 'Revoked');
  assert.equal((await shop.upgrades(owner, licenseId)).length, 1);
});

test('a line for a license is refused with a sentence, and changes nothing', async () => {
  owner = await shop.shopper();
  const productId = await upgradable();
  const licenseId = await shop.buyLicense(owner, productId, 'two');
  const line = shop.lineOf(productId, 'three', licenseId);
  const refusalOf = async (by: Shopper | undefined, ...items: object[]): Promise<object> => {
    const response = await shop.fill(by, ...items);
    assert.equal(response.statusCode, 400, response.body);
    return response.json().errors;
  };
  const of = (text: string, index = 0) => ({
    [`items[${index}].licenseId`]: [`The license id of item ${index + 1} ${text}.`],
  });
  const stranger = await shop.shopper();
  assert.deepEqual(await refusalOf(stranger, line), of('is not one of this customer'));
  assert.deepEqual(await refusalOf(undefined, line), of('needs its owner: sign in first'));
  assert.deepEqual(await refusalOf(owner, { ...line, licenseId: 'mine' }), of('must be a GUID'));
  assert.deepEqual(
    await refusalOf(owner, line, { ...line, id: 'again' }),
    of('is changed by another line: one order changes a license once', 1),
  );
  assert.deepEqual(await refusalOf(owner, { ...line, quantity: 2 }), {
    'items[0].quantity': ['The quantity of item 1 must be 1: the line changes one license.'],
  });
  assert.deepEqual(
    await refusalOf(owner, shop.lineOf(productId, 'two', licenseId)),
    of('cannot be changed by this variation'),
  );
  const other = await upgradable();
  assert.deepEqual(
    await refusalOf(owner, shop.lineOf(other, 'three', licenseId)),
    of('is not among those that this upgrade is for'),
  );
  const full = await shop.buyLicense(owner, productId, 'three');
  await shop.sellTo(productId, 'three', { kind: 'Upgrade', from: [productId] });
  assert.deepEqual(
    await refusalOf(owner, shop.lineOf(productId, 'three', full)),
    of('is of a license that already covers all of this'),
  );
  await shop.merchant.call('POST', `/api/licenses/${licenseId}/revoke`, {});
  assert.deepEqual(await refusalOf(owner, line), of('is revoked'));
  await shop.merchant.call('POST', `/api/licenses/${licenseId}/restore`);
  await shop.merchant.call('PATCH', `/api/licenses/${licenseId}`, { expiresAt: '2036-01-01T00:00:00Z' });
  assert.deepEqual(
    await refusalOf(owner, line),
    of('is free or expires: only licenses that were paid for and never expire can be changed'),
  );
  const foreign = await app.inject({
    url: `/api/customer/inventory/licenses/${licenseId}/upgrades`,
    headers: stranger.auth,
  });
  assert.equal(foreign.statusCode, 404);
});

test('the storefront shows its upgrade to the owner, and nobody else', async () => {
  owner = await shop.shopper();
  const productId = await upgradable();
  const show = async (path: string, by?: Shopper) =>
    (await app.inject({ url: `/api/customer/storefront${path}`, headers: by?.auth ?? {} })).json();
  const licenseId = await shop.buyLicense(owner, productId, 'two');
  const upgrade = {
    licenseId,
    licenseName: `App ${productId.slice(3)}, two`,
    kind: 'Upgrade',
    price: { EUR: 49, USD: 55 },
    originalPrice: { EUR: 49, USD: 55 },
  };
  const page = await show(`/products/${productId}`, owner);
  const find = (variations: { id: string; upgrade?: object; price: object }[]) =>
    variations.find(({ id }) => id === `${productId}-three`);
  assert.deepEqual(find(page.variations)?.upgrade, upgrade);
  assert.deepEqual(find(page.variations)?.price, { EUR: 99, USD: 109 });
  const whole = await show('', owner);
  const listing = whole.products.find(({ id }: { id: string }) => id === productId);
  assert.deepEqual(find(listing.variations)?.upgrade, upgrade);
  const stranger = await shop.shopper();
  for (const by of [undefined, stranger]) {
    const text = JSON.stringify([await show('', by), await show(`/products/${productId}`, by)]);
    assert.ok(!text.includes(licenseId));
  }
  await shop.buy(owner, shop.lineOf(productId, 'three', licenseId));
  assert.ok(
    !JSON.stringify(await show('', owner)).includes(licenseId),
    'what was bought is not offered again',
  );
});

test('the trace of a price says that the owner pays the price of the upgrade, and why a license cannot be changed', async () => {
  owner = await shop.shopper();
  const productId = await upgradable();
  const licenseId = await shop.buyLicense(owner, productId, 'two');
  const quote = (variation: string) =>
    shop.merchant.call<{ unitPrice?: number; refusal?: string; trace: object[] }>(
      'GET',
      `/api/products/${productId}/quote?variationId=${productId}-${variation}&licenseId=${licenseId}`,
    );
  const priced = await quote('three');
  assert.equal(priced.unitPrice, 49);
  assert.deepEqual(priced.trace, [
    { kind: 'Upgrade', id: licenseId, name: 'Upgrade', applied: true, amount: 50 },
  ]);
  assert.equal((await quote('two')).refusal, 'The license cannot be changed by this variation.');
  const unknown = await shop.merchant.send('GET', `/api/products/${productId}/quote?licenseId=x`);
  assert.deepEqual(unknown.json().errors, {
    licenseId: ['The license id is not a license of this account.'],
  });
});

test('a vendor who sells to nobody, in a circle, from itself or without prices gets a sentence for each', async () => {
  const productId = await shop.product({ two: TWO, three: THREE, year: YEAR });
  const other = await shop.product({ once: {} });
  const issues = async (variation: string, upgrade: object) =>
    (await shop.sellTo(productId, variation, upgrade)).json().errors;
  assert.deepEqual(await issues('three', { kind: 'Upgrade', from: [], prices: { EUR: -1, XXX: 1 } }), {
    'upgrade.prices.EUR': [
      'The value "EUR" of the prices must be from 0 to 9999999.99, with at most 2 digits after the point.',
    ],
    'upgrade.prices.XXX': ['The value "XXX" of the prices is not a currency of ISO 4217, such as EUR.'],
    'upgrade.prices.USD': ['The value "USD" of the prices is required: the account sells in USD.'],
    'upgrade.from': [
      'The from of the upgrade must name at least one variation or product whose owners can buy it.',
    ],
  });
  const three = `${productId}-three`;
  assert.deepEqual(await issues('three', { kind: 'Upgrade', from: [three, 'nothing', 'nothing'] }), {
    'upgrade.from[0]': ['From 1 is this variation itself: nobody upgrades to what they have.'],
    'upgrade.from[1]': ['From 2 is neither a product nor a variation of a product of this account.'],
    'upgrade.from[2]': [
      'From 3 is already listed.',
      'From 3 is neither a product nor a variation of a product of this account.',
    ],
  });
  assert.deepEqual(await issues('three', { kind: 'Renewal', from: [productId, other] }), {
    'upgrade.kind': [
      'The kind of the upgrade needs releaseAccess.updatesMonths, the months that a renewal adds.',
    ],
    'upgrade.from[1]': ['From 2 is of another product: a renewal stays with its product.'],
  });
  assert.equal(
    (await shop.sellTo(productId, 'three', { kind: 'Upgrade', from: [`${productId}-two`] })).statusCode,
    200,
  );
  assert.deepEqual(await issues('two', { kind: 'Upgrade', from: [three] }), {
    'upgrade.from': [
      'The from of the upgrade must not lead in a circle: an upgrade of this variation leads back to it.',
    ],
  });
  assert.equal(
    (await shop.sellTo(productId, 'year', { kind: 'Renewal', from: [productId] })).statusCode,
    200,
  );
  assert.equal((await shop.sellTo(other, 'once', { kind: 'Upgrade', from: [three] })).statusCode, 200);
  assert.deepEqual(await issues('two', { kind: 'Upgrade', from: [other] }), {
    'upgrade.from': [
      'The from of the upgrade must not lead in a circle: an upgrade of this variation leads back to it.',
    ],
  });
  const monthly = await shop.merchant.send('POST', `/api/products/${other}/variations`, {
    name: 'Monthly',
    prices: { EUR: 1, USD: 1 },
    recurrence: { type: 'Recurring', cycleLength: 'Monthly' },
    upgrade: { kind: 'Upgrade', from: [productId], prices: { EUR: 1, USD: 1 } },
  });
  assert.deepEqual(monthly.json().errors, {
    upgrade: ['The upgrade is only possible for a variation that is paid for once.'],
  });
});

test('a vendor who lowers what a license covers says why, and what was bought before counts no more', async () => {
  owner = await shop.shopper();
  const productId = await upgradable();
  const licenseId = await shop.buyLicense(owner, productId, 'two');
  const orderId = await shop.buy(owner, shop.lineOf(productId, 'three', licenseId));
  const url = `/api/licenses/${licenseId}`;
  const lower = await shop.merchant.send('PATCH', url, { upToMajor: 1 });
  assert.deepEqual(lower.json().errors, {
    reason: ['The reason is required: the license would cover less than before.'],
  });
  assert.equal((await shop.look(licenseId)).upToMajor, 3);
  await shop.merchant.call('PATCH', url, { upToMajor: 7 });
  await shop.refund(orderId);
  assert.equal((await shop.look(licenseId)).upToMajor, 7);
  await shop.merchant.call('PATCH', url, { upToMajor: 1, reason: 'A mistake.' });
  assert.equal((await shop.look(licenseId)).upToMajor, 1);
});

test('the account shows what a license covers', async () => {
  owner = await shop.shopper();
  const productId = await shop.product({ year: { releaseAccess: { updatesMonths: 1, upToMajor: 1 } } });
  await createReleaseFromFiles(app.ctx, { productId, version: '2.1.0', files: [], isPublished: true });
  await shop.buyLicense(owner, productId, 'year');
  const { items } = (
    await app.inject({ url: `/api/customer/inventory/products/${productId}/licenses`, headers: owner.auth })
  ).json();
  const { upToMajor, updatesUntil, upToVersion } = items[0].releaseAccess;
  assert.deepEqual([upToMajor, typeof updatesUntil, upToVersion], [1, 'string', undefined]);
});
