import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { checkOut } from '../../../test/shop.ts';
import { upgradeShop } from '../../../test/upgrade-shop.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { createBundle } from '../../modules/catalog/index.ts';

let app: TestApp;
let shop: Awaited<ReturnType<typeof upgradeShop>>;
before(async () => {
  app = await startTestApp();
  await updateSettings(app.ctx, {
    limits: { paymentsPerMinute: 0, signUpPerMinute: 0 },
    allowsPartialBundles: true,
  });
  shop = await upgradeShop(app);
});
after(async () => {
  await assertInvariants(app.system.database.reader);
  await app.close();
});

/** The orders that a refund is refused for; none when it succeeds. */
async function affectedBy(orderId: string, body: object = {}): Promise<string[]> {
  app.system.clock.advance(1_000);
  const response = await shop.merchant.send('POST', `/api/orders/${orderId}/refunds`, body);
  if (response.statusCode === 201) return [];
  const { errorType, detail } = response.json();
  assert.deepEqual([response.statusCode, errorType], [409, 'OrdersAffected'], response.body);
  assert.match(detail, /later paid less because they owned .* Send "confirm": true/);
  return detail.match(/[0-9a-f-]{36} \([^)]*\)/g);
}

const refundsOf = async (orderId: string) =>
  (await shop.merchant.call<{ items: object[] }>('GET', `/api/orders/${orderId}/refunds`)).items.length;

test('a refund of what the rest of a bundle was priced upon needs a confirmation, and changes nothing without it', async () => {
  const [one, two] = [await shop.product({ once: {} }), await shop.product({ once: {} })];
  const bundleId = `both-${one}`;
  const variation = { id: `${bundleId}-once`, name: 'Once', prices: { EUR: 15_000, USD: 16_000 } };
  await createBundle(app.ctx, {
    id: bundleId,
    name: 'Both',
    productIds: [one, two],
    variations: [variation],
  });
  const owner = await shop.shopper();
  const line = shop.lineOf(one, 'once');
  const unrelated = await shop.buy(owner, shop.lineOf(two, 'once'));
  await shop.refund(unrelated);
  const first = await shop.buy(owner, line, { ...shop.lineOf(one, 'once'), id: 'more' });
  const rest = await shop.buy(owner, {
    type: 'Bundle',
    bundleId,
    variationId: `${bundleId}-once`,
    quantity: 1,
  });
  const expected = [`${rest} (Both, Once)`];
  assert.deepEqual(await affectedBy(first), expected);
  const { items } = await shop.merchant.call<{ items: { id: string }[] }>('GET', `/api/orders/${first}`);
  assert.deepEqual(await affectedBy(first, { lines: [{ lineId: items[0]?.id, quantity: 1 }] }), expected);
  assert.deepEqual(await affectedBy(first, { confirm: false }), expected);
  assert.equal(await refundsOf(first), 0);
  assert.deepEqual(
    await affectedBy(first, { amount: { currency: 'EUR', amount: 1 } }),
    [],
    'takes nothing back',
  );
  assert.deepEqual(await affectedBy(rest), [], 'nothing was priced upon the last order');
  assert.deepEqual(await affectedBy(first), [], 'the other purchase was refunded, too');
});

test('a discount for owners depends on what they own, for everything it takes off, and for nobody else', async () => {
  const [owned, other] = [await shop.product({ once: {} }), await shop.product({ once: {} })];
  const discounts = [
    { owns: { match: 'Some', productIds: [owned] } },
    { ownedCount: { least: 1 } },
    { owns: { match: 'None', productIds: [other] } },
  ];
  for (const [index, audience] of discounts.entries()) {
    const id = `loyal-${index}`;
    const targets = [{ type: 'Product', id: other }];
    const terms = { type: 'PercentageOffDiscount', percentage: 0.5, targets, audience };
    await shop.merchant.call('POST', '/api/discounts', { id, name: 'Loyal', ...terms });
    const [owner, stranger] = [await shop.shopper(), await shop.shopper()];
    const base = await shop.buy(owner, shop.lineOf(owned, 'once'));
    const foreign = await shop.buy(stranger, shop.lineOf(owned, 'once'));
    const cheap = await shop.buy(owner, shop.lineOf(other, 'once'));
    await shop.merchant.call('POST', `/api/discounts/${id}/archive`);
    assert.deepEqual(await affectedBy(foreign), [], 'the order of somebody else');
    const title = await titleOf(cheap);
    assert.deepEqual(await affectedBy(base), index === 2 ? [] : [`${cheap} (${title})`], id);
    if (index < 2) assert.deepEqual(await affectedBy(base, { confirm: true }), []);
  }
});

async function titleOf(orderId: string, variation = 'once'): Promise<string> {
  const { items } = await shop.merchant.call<{ items: { product: { name: string } }[] }>(
    'GET',
    `/api/orders/${orderId}`,
  );
  return `${items[0]?.product.name}, ${variation}`;
}

test('orders are found however many others came after them', async () => {
  const [owned, other, cheap] = [
    await shop.product({ once: {} }),
    await shop.product({ once: {} }),
    await shop.product({ once: {} }),
  ];
  const audience = { owns: { match: 'Some', productIds: [owned] } };
  const targets = [{ type: 'Product', id: other }];
  const terms = { type: 'PercentageOffDiscount', percentage: 0.5, targets, audience };
  await shop.merchant.call('POST', '/api/discounts', { id: 'loyal-later', name: 'Loyal', ...terms });
  const owner = await shop.shopper();
  const base = await shop.buy(owner, shop.lineOf(owned, 'once'));
  const dependent = await shop.buy(owner, shop.lineOf(other, 'once'));
  // More than one page of them.
  for (let count = 0; count < 51; count += 1) await shop.buy(owner, shop.lineOf(cheap, 'once'));
  assert.deepEqual(await affectedBy(base), [`${dependent} (${await titleOf(dependent)})`]);
});

test('an upgrade depends on its license: the vendor is warned, and may leave the license', async () => {
  const product = await shop.product({ two: { releaseAccess: { upToMajor: 2 } }, three: {} });
  await shop.sellTo(product, 'three', { kind: 'Upgrade', from: [`${product}-two`] });
  const owner = await shop.shopper();
  const base = await shop.buy(owner, shop.lineOf(product, 'two'));
  const { licenses } = await shop.merchant.call<{ licenses: { id: string }[] }>('GET', `/api/orders/${base}`);
  const beside = await shop.buy(owner, shop.lineOf(product, 'two'));
  const upgrade = await shop.buy(owner, shop.lineOf(product, 'three', licenses[0]?.id));
  assert.deepEqual(await affectedBy(beside), [], 'another license was upgraded');
  assert.equal((await affectedBy(base)).length, 1);
  assert.match((await affectedBy(base)).join(), new RegExp(`^${upgrade} \\(`));
  assert.deepEqual(await affectedBy(base, { revokeLicenses: false }), []);
});

test('the vendor is warned of an upgrade that is being paid, and of one that is not delivered yet, but not of one that goes back', async () => {
  const product = await shop.product({ two: { releaseAccess: { upToMajor: 2 } }, three: {} });
  await shop.sellTo(product, 'three', { kind: 'Upgrade', from: [`${product}-two`] });
  const owner = await shop.shopper();
  const base = await shop.buy(owner, shop.lineOf(product, 'two'));
  const beside = await shop.buy(owner, shop.lineOf(product, 'two'));
  const { licenses } = await shop.merchant.call<{ licenses: { id: string }[] }>('GET', `/api/orders/${base}`);
  const licenseId = licenses[0]?.id ?? '';
  const { orderId, pay } = await checkOut(app, [shop.lineOf(product, 'three', licenseId)], owner.auth);
  const payload = { name: 'Ann', email: owner.email, sandboxOutcome: 'Delay' };
  const paying = await app.inject({ method: 'POST', url: pay, payload });
  assert.equal(paying.json().status, 'PaymentProcessing', paying.body);
  const expected = [`${orderId} (${await titleOf(orderId, 'three')}; not delivered yet)`];
  assert.deepEqual(await affectedBy(base), expected);
  assert.deepEqual(await affectedBy(beside), [], 'another license is upgraded');
  await shop.merchant.call('POST', `/api/licenses/${licenseId}/revoke`);
  app.system.clock.advance(60_000);
  await shop.runJobs();
  assert.deepEqual(await affectedBy(base), expected, 'paid, but not delivered');
  await shop.refund(orderId);
  assert.deepEqual(await affectedBy(base), []);
});

test('a withdrawal is granted whatever was priced upon what goes back: the law asks for no confirmation', async () => {
  const product = await shop.product({ two: { releaseAccess: { upToMajor: 2 } }, three: {} });
  await shop.sellTo(product, 'three', { kind: 'Upgrade', from: [`${product}-two`] });
  const owner = await shop.shopper();
  const base = await shop.buy(owner, shop.lineOf(product, 'two'));
  const { number, items, licenses } = await shop.merchant.call<{
    number: string;
    items: { id: string }[];
    licenses: { id: string }[];
  }>('GET', `/api/orders/${base}`);
  const { pay } = await checkOut(app, [shop.lineOf(product, 'three', licenses[0]?.id)], owner.auth);
  const payload = { name: 'Ann', email: owner.email, sandboxOutcome: 'Delay' };
  const paying = await app.inject({ method: 'POST', url: pay, payload });
  assert.equal(paying.json().status, 'PaymentProcessing', paying.body);
  assert.equal((await affectedBy(base)).length, 1, 'a refund by hand is refused');
  const claim = { orderNumber: number, email: owner.email, lineIds: items.map(({ id }) => id) };
  const url = '/api/customer/withdrawals';
  const withdrawn = await app.inject({ method: 'POST', url, payload: claim });
  assert.equal(withdrawn.statusCode, 201, withdrawn.body);
  const { items: open } = await shop.merchant.call<{ items: { id: string; orderId: string }[] }>(
    'GET',
    '/api/withdrawals?open=true',
  );
  const { id } = open.find(({ orderId }) => orderId === base) ?? assert.fail('it does not wait');
  const granted = await shop.merchant.call<{ status: string }>('POST', `/api/withdrawals/${id}/grant`, {});
  assert.equal(granted.status, 'Closed');
  assert.equal(await refundsOf(base), 1);
});
