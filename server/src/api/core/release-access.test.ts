import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { checkOut, type Shopper, shopper } from '../../../test/shop.ts';
import { createReleaseFromFiles } from '../../modules/releases/index.ts';
import { addMonths } from '../../modules/licensing/domain/days.ts';

let app: TestApp;
let merchant: Merchant;
let buyer: Shopper;
before(async () => {
  app = await startTestApp();
  merchant = await merchantOf(app);
  buyer = await shopper(app);
});
after(() => app.close());

const PRICES = { EUR: 49, USD: 55 };

interface LicenseView {
  readonly id: string;
  readonly productId: string;
  readonly createdAt: string;
  readonly updatesUntil?: string;
  readonly upToMajor?: number;
  readonly upToVersion?: string;
  readonly variationId?: string;
}

let count = 0;

/** A product with one variation that gives this. */
async function sold(releaseAccess: object | null): Promise<{ productId: string; variationId: string }> {
  count += 1;
  const productId = `limited-${count}`;
  const variationId = `${productId}-once`;
  const variations = [{ id: variationId, name: 'Once', prices: PRICES, releaseAccess }];
  await merchant.call('POST', '/api/products', { id: productId, name: productId, variations });
  return { productId, variationId };
}

async function licensesOf(productId: string, owner = buyer): Promise<LicenseView[]> {
  const path = `/api/licenses?productFilter=${productId}&ownerId=${owner.id}`;
  return (await merchant.call<{ items: LicenseView[] }>('GET', path)).items;
}

async function buy(items: readonly object[], owner = buyer): Promise<void> {
  const { pay } = await checkOut(app, items, owner.auth);
  const payload = { sandboxOutcome: 'Succeed', name: 'Ann', email: owner.email };
  const paid = await app.inject({ method: 'POST', url: pay, payload });
  assert.ok(paid.statusCode < 300, paid.body);
}

function publish(productId: string, version: string) {
  return createReleaseFromFiles(app.ctx, { productId, version, files: [], isPublished: true });
}

test('a license that is bought gets what its variation gave when the payment began', async () => {
  const { productId, variationId } = await sold({ updatesMonths: 12, upToMajor: 'current' });
  await publish(productId, '2.3.0');
  await publish(productId, '1.9.9');
  await buy([{ type: 'Product', productId, variationId, quantity: 2 }]);
  await publish(productId, '3.0.0');
  const url = `/api/products/${productId}/variations/${variationId}`;
  await merchant.call('PATCH', url, { releaseAccess: null });
  const licenses = await licensesOf(productId);
  assert.equal(licenses.length, 2);
  for (const license of licenses) {
    assert.deepEqual([license.upToMajor, license.variationId], [2, variationId]);
    const until = new Date(license.updatesUntil ?? '');
    const expected = addMonths(new Date(license.createdAt), 12);
    assert.ok(Math.abs(until.getTime() - expected.getTime()) < 2_000, `${license.updatesUntil}`);
    assert.equal(until.getTime() % 1_000, 0, 'tokens have whole seconds');
  }
});

test('the current major version is that of the current release, also of each product of a bundle', async () => {
  const one = await sold(null);
  const two = await sold(null);
  await publish(one.productId, '4.0.0');
  const bundleId = `bundle-${count}`;
  const variations = [
    { id: `${bundleId}-once`, name: 'Once', prices: PRICES, releaseAccess: { upToMajor: 'current' } },
  ];
  const productIds = [one.productId, two.productId];
  await merchant.call('POST', '/api/bundles', { id: bundleId, name: bundleId, productIds, variations });
  await buy([{ type: 'Bundle', bundleId, variationId: `${bundleId}-once`, quantity: 1 }]);
  const majors = await Promise.all(
    productIds.map(async (id) => (await licensesOf(id)).map(({ upToMajor }) => upToMajor)),
  );
  assert.deepEqual(majors, [[4], [undefined]], 'before the first release there is nothing to limit it to');
});

test('a voucher and a provision give the limits of their variation, and the latter names limits only without it', async () => {
  const { productId, variationId } = await sold({ upToMajor: 3 });
  const contents = [{ type: 'Product', id: productId, quantity: 1, variationId }];
  const batch = await merchant.call<{ id: string; contents: object[] }>('POST', '/api/vouchers/batches', {
    name: 'Gift',
    quantity: 1,
    contents,
  });
  assert.deepEqual(batch.contents, contents);
  const { items } = await merchant.call<{ items: { code: string }[] }>(
    'GET',
    `/api/vouchers/batches/${batch.id}/codes`,
  );
  const url = `/api/customer/vouchers/redeem?code=${items[0]?.code}`;
  const redeemed = await app.inject({ method: 'POST', url, headers: buyer.auth });
  assert.ok(redeemed.statusCode < 300, redeemed.body);
  const provision = (request: object) =>
    merchant.send('POST', '/api/licenses/provision', { ownerId: buyer.id, requests: [request] });
  assert.equal((await provision({ productId, variationId })).statusCode, 200);
  const licenses = await licensesOf(productId);
  assert.deepEqual(
    licenses.map((license) => [license.upToMajor, license.variationId]),
    [
      [3, variationId],
      [3, variationId],
    ],
  );
  const other = await sold(null);
  const refused = await provision({
    productId,
    variationId: other.variationId,
    upToMajor: 9,
    updatesUntil: '2030-01-01T00:00:00Z',
  });
  assert.deepEqual(refused.json().errors, {
    'requests[0].variationId': ['The variation id of request 1 is not a variation of this product.'],
    'requests[0].updatesUntil': [
      'The updates until of request 1 must not be given together with variationId.',
    ],
    'requests[0].upToMajor': ['The up to major of request 1 must not be given together with variationId.'],
  });
  const foreign = await merchant.send('POST', '/api/vouchers/batches', {
    name: 'Gift',
    quantity: 1,
    contents: [{ ...contents[0], variationId: other.variationId }],
  });
  assert.deepEqual(foreign.json().errors, {
    'contents[0].variationId': [`The variation id of content 1 is not a variation of ${productId}.`],
  });
});

test('limits stay with a license that is transferred, and upToVersion is shown once its updates have ended', async () => {
  const { productId, variationId } = await sold({ updatesMonths: 1 });
  await publish(productId, '1.4.0');
  await buy([{ type: 'Product', productId, variationId, quantity: 1 }]);
  const [first] = await licensesOf(productId);
  assert.equal(first?.upToVersion, undefined);
  const heir = await shopper(app);
  await merchant.call('POST', `/api/licenses/${first?.id}/transfer`, { ownerId: heir.id });
  app.system.clock.advance(40 * 86_400_000);
  await publish(productId, '1.5.0');
  const license = await merchant.call<LicenseView>('GET', `/api/licenses/${first?.id}`);
  assert.deepEqual([license.updatesUntil, license.upToVersion], [first?.updatesUntil, '1.4.0']);
  const [ofHeir] = await licensesOf(productId, heir);
  assert.equal(ofHeir?.upToVersion, '1.4.0');
});

test('every issue of the release access of a variation is named at once', async () => {
  const { productId } = await sold(null);
  const add = async (releaseAccess: object) => {
    const body = { name: 'Odd', prices: PRICES, releaseAccess };
    return (await merchant.send('POST', `/api/products/${productId}/variations`, body)).json().errors;
  };
  assert.deepEqual(await add({}), {
    releaseAccess: ['The release access must have updatesMonths or upToMajor; null: every version.'],
  });
  assert.deepEqual(await add({ updatesMonths: 0, upToMajor: -1 }), {
    'releaseAccess.updatesMonths': [
      'The updates months of the release access must be a whole number from 1 to 120.',
    ],
    'releaseAccess.upToMajor': [
      'The up to major of the release access must be a whole number from 0 to 9999999.',
    ],
  });
});
