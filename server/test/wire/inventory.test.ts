import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../src/modules/accounts/index.ts';
import { createBundle, createVariation, type DownloadAccess } from '../../src/modules/catalog/index.ts';
import { revokeLicense } from '../../src/modules/licensing/index.ts';
import { createReleaseFromFiles } from '../../src/modules/releases/index.ts';
import { createVoucherBatch, listBatchCodes, type VoucherContent } from '../../src/modules/vouchers/index.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { shopOf, type Shopper } from '../inventory.ts';
import { claimsOf } from '../licensing.ts';
import { applicationClient, shopClient, spellingsOf, type WireClient } from './deployed-client.ts';
import { assertFields, assertNoNulls, type Fields } from './fields.ts';

// The inventory fields that deployed portals and applications read (wire contract section 5).

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let page: WireClient;
let call: WireClient;
before(async () => {
  app = await startTestApp();
  shop = shopOf(app);
  page = shopClient(app);
  call = applicationClient(app);
  await updateSettings(app.ctx, { limits: { signUpPerMinute: 0, vouchersPerMinute: 0 } });
});
after(() => app.close());

const PRODUCT: Fields = {
  id: 'text',
  name: 'text',
  tagline: 'string',
  currentVersion: 'text|null',
  numberOfLicenses: 'integer',
  numberOfTrials: 'integer',
  currentActivations: 'integer',
  maxActivations: 'integer',
  downloadsAllowed: 'boolean',
  downloadsNeedsUser: 'boolean',
  downloadsNeedsOwnership: 'boolean',
  downloadsNeedsGroupMembership: 'boolean',
};
const DOWNLOAD: Fields = { name: 'text', key: 'text', platform: 'text', size: 'integer', path: 'url' };
const LICENSE: Fields = {
  id: 'guid',
  status: 'text',
  activeNumberOfActivations: 'integer',
  maxNumberOfActivations: 'integer',
  createdAt: 'instant',
  expiresAt: 'instant?',
};

function bearer({ headers }: Shopper): string {
  return headers.authorization.replace('Bearer ', '');
}

async function released(downloadAccess: DownloadAccess): Promise<string> {
  const productId = await shop.product({ downloadAccess, allowsTrials: true });
  const files = [{ name: 'app.exe', platform: 'Windows', content: Buffer.from('app') }] as const;
  const release = { productId, version: '1.0.0', description: 'The first', files, isPublished: true };
  await createReleaseFromFiles(app.ctx, release);
  return productId;
}

test('lists of products, licenses and devices have what a portal shows', async () => {
  const owner = await shop.shopper();
  const token = bearer(owner);
  const productId = await released('Owner');
  const [license = ''] = await shop.give(owner, productId);
  await shop.activate(owner, productId, 'a');
  const lists: [string, Fields][] = [
    ['products', { ...PRODUCT, downloads: [DOWNLOAD] }],
    [`products/${productId}/licenses`, { ...LICENSE, product: PRODUCT }],
    ['licenses', { ...LICENSE, product: PRODUCT }],
    ...[`products/${productId}/licenses/activations`, `licenses/${license}/activations`].map(
      (path): [string, Fields] => [
        path,
        {
          id: 'guid',
          licenseId: 'guid',
          name: 'text',
          activationMethod: 'text',
          status: 'text',
          firstValidatedAt: 'instant',
          lastValidatedAt: 'instant',
        },
      ],
    ),
  ];
  for (const [path, item] of lists) {
    const answer = await page('GET', `/customer/inventory/${path}`, { token });
    assert.equal(answer.statusCode, 200, answer.body);
    assertFields(answer.json(), { items: [item], hasMore: 'boolean', next: 'text|null' });
    assertNoNulls(answer.json(), ['currentVersion', 'next']);
  }
  for (const id of spellingsOf(license)) {
    const devices = await page('GET', `/customer/inventory/licenses/${id}/activations`, { token });
    assert.equal(devices.json().items.length, 1);
  }
});

test('devices of a license that is revoked or over read Revoked, take no seat and cannot be released', async () => {
  const owner = await shop.shopper();
  const token = bearer(owner);
  const productId = await shop.product({ maxActivations: 2 });
  const headers = await app.apiKey(app.demo, 'licenses:write');
  const expiresAt = new Date(app.system.clock.now().getTime() + 60_000).toISOString();
  const payload = { ownerId: owner.id, productId, expiresAt };
  const imported = await app.inject({ method: 'POST', url: '/api/licenses/import', headers, payload });
  const expiring: string = imported.json().id;
  const onExpiring = claimsOf(await shop.activate(owner, productId, 'a'));
  const [revoked = ''] = await shop.give(owner, productId);
  const onRevoked = claimsOf(await shop.activate(owner, productId, 'b'));
  const all = `/customer/inventory/products/${productId}/licenses`;
  const statuses = async () =>
    (await page('GET', `${all}/activations`, { token }))
      .json()
      .items.map((item: Record<string, unknown>) => [item['status'], item['canRelease']]);
  assert.deepEqual(await statuses(), [
    ['Active', true],
    ['Active', true],
  ]);
  await revokeLicense(app.ctx, revoked);
  app.system.clock.advance(60_000);
  assert.deepEqual(await statuses(), [
    ['Revoked', false],
    ['Revoked', false],
  ]);
  for (const [license, claims] of [
    [expiring, onExpiring],
    [revoked, onRevoked],
  ] as const) {
    const path = `/customer/inventory/licenses/${license}/activations/${String(claims['id'])}/revoke`;
    const answer = await page('POST', path, { token });
    assert.deepEqual([answer.statusCode, answer.json().errorType], [403, 'ReleaseNotAllowed']);
  }
  const { items } = (await page('GET', all, { token })).json();
  for (const item of items) {
    assert.deepEqual([item.status, item.activeNumberOfActivations], ['Revoked', 0]);
  }
});

test('anybody may look at a product, and is told whether its files are for them', async () => {
  const flags: Record<DownloadAccess, [user: boolean, ownership: boolean]> = {
    Everyone: [false, false],
    Customer: [true, false],
    Owner: [true, true],
  };
  for (const [access, expected] of Object.entries(flags)) {
    const isOpen = access === 'Everyone';
    const productId = await released(isOpen || access === 'Customer' ? access : 'Owner');
    const path = `/customer/inventory/products/${productId}`;
    for (const query of [{}, { version: '1.0.0' }, { version: '' }]) {
      const answer = await page('GET', path, { query });
      assert.equal(answer.statusCode, 200, answer.body);
      const product = answer.json();
      assertFields(product, { ...PRODUCT, version: 'text', releaseDescription: 'text' });
      assert.deepEqual([product.downloadsNeedsUser, product.downloadsNeedsOwnership], expected);
      assert.deepEqual([product.downloadsAllowed, Object.hasOwn(product, 'downloads')], [isOpen, isOpen]);
      assert.deepEqual([product.numberOfLicenses, product.maxActivations], [0, 0]);
    }
    assert.equal((await page('GET', path, { query: { version: '9.9.9' } })).statusCode, 404);
  }
});

test('a license token opens the files of its product; whatever proves nothing is nobody', async () => {
  const owner = await shop.shopper();
  const productId = await released('Owner');
  const unreleased = await shop.product({ downloadAccess: 'Owner' });
  await shop.give(owner, productId);
  await shop.give(owner, unreleased);
  const licenseToken = await shop.activate(owner, productId, 'a');
  const ofUnreleased = await shop.activate(owner, unreleased, 'a');
  const trial = await call('POST', `/client/trials/${productId}/request`, {
    json: { deviceName: 'x', deviceSignature: 'trial' },
  });
  const product = `/customer/inventory/products/${productId}`;
  const item = (await call('GET', product, { licenseToken })).json();
  assertFields(item, { ...PRODUCT, downloads: [DOWNLOAD] });
  assert.deepEqual([item.downloadsAllowed, item.numberOfLicenses], [true, 1]);
  const file = new URL(item.downloads[0].path).pathname.replace('/api', '');
  const files = [file, `${product}/download/Windows/latest`];
  for (const path of files) {
    const redirected = await call('GET', path, { licenseToken });
    assert.equal(redirected.statusCode, 302, redirected.body);
    const located = await call('GET', path, { licenseToken, query: { redirect: 'false' } });
    assertFields(located.json(), { location: 'url' });
  }
  for (const unusable of ['', 'x', `${licenseToken.slice(0, -4)}AAAA`, ofUnreleased, trial.body]) {
    const anonymous = await call('GET', product, { licenseToken: unusable });
    assert.deepEqual([anonymous.statusCode, anonymous.json().downloadsAllowed], [200, false], unusable);
    for (const path of files) {
      assert.equal((await call('GET', path, { licenseToken: unusable })).statusCode, 403, unusable);
    }
  }
  for (const path of files) assert.equal((await page('GET', path)).statusCode, 403);
  const nothing = `/customer/inventory/products/${unreleased}/download/Windows/latest`;
  assert.equal((await call('GET', nothing)).statusCode, 404);
  assert.equal((await call('GET', nothing, { licenseToken: ofUnreleased })).statusCode, 404);
});

test('every address of a file holds its name, in quotes and encoded, for clients that save it', async () => {
  const productId = await shop.product({ downloadAccess: 'Everyone' });
  const files = [{ name: 'Größe 1+2 & (x).dmg', platform: 'Mac', content: Buffer.from('x') }] as const;
  await createReleaseFromFiles(app.ctx, { productId, version: '1.0.0', files, isPublished: true });
  const headers = await app.apiKey(app.demo);
  const release = await app.inject({ url: `/api/products/${productId}/releases/1.0.0`, headers });
  const product = (await call('GET', `/customer/inventory/products/${productId}`)).json();
  const path = new URL(product.downloads[0].path);
  const answer = await app.inject({ url: `${path.pathname}${path.search}&redirect=false` });
  const { location } = answer.json();
  const redirected = await app.inject({ url: path.pathname + path.search });
  for (const address of [
    product.downloads[0].path,
    release.json().downloads[0].directUrl,
    location,
    redirected.headers.location,
  ]) {
    assert.match(address, /[?&]filename=%22[^"]*%22/);
    assert.equal(/filename="([^"]*)"/.exec(decodeURIComponent(address))?.[1], 'Größe 1+2 & (x).dmg');
    const { pathname, search } = new URL(address);
    assert.ok([200, 302].includes((await app.inject({ url: pathname + search })).statusCode));
  }
  await assert.rejects(
    createReleaseFromFiles(app.ctx, {
      productId,
      version: '2.0.0',
      files: [{ ...files[0], name: 'a"b.dmg' }],
      isPublished: true,
    }),
    { errorType: 'InvalidInput' },
  );
});

test('the token of a customer’s trial counts as that customer, and not as an owner', async () => {
  const owner = await shop.shopper();
  const [forCustomers, forOwners] = [await released('Customer'), await released('Owner')];
  for (const [productId, mayHave] of [
    [forCustomers, true],
    [forOwners, false],
  ] as const) {
    await shop.give(owner, productId);
    const json = { deviceName: 'x', deviceSignature: 'of a customer' };
    const token = owner.headers.authorization.replace('Bearer ', '');
    const trial = await call('POST', `/client/trials/${productId}/request`, { json, token });
    const product = `/customer/inventory/products/${productId}`;
    const item = (await call('GET', product, { licenseToken: trial.body })).json();
    assert.deepEqual([item.downloadsAllowed, item.numberOfLicenses], [mayHave, 0]);
    const latest = `${product}/download/Windows/latest`;
    const file = await call('GET', latest, { licenseToken: trial.body });
    assert.equal(file.statusCode, mayHave ? 302 : 403, file.body);
    const elsewhere = `/customer/inventory/products/${await released('Customer')}`;
    assert.equal((await call('GET', elsewhere, { licenseToken: trial.body })).json().downloadsAllowed, false);
    app.system.clock.advance(31 * 86_400_000);
    assert.equal((await call('GET', product, { licenseToken: trial.body })).json().downloadsAllowed, false);
  }
});

test('a voucher has a description, and its items in full as the storefront shows them', async () => {
  const [first, second] = [await released('Everyone'), await shop.product()];
  for (const [type, id] of [
    ['Product', first],
    ['Bundle', 'wire-pack'],
  ] as const) {
    if (type === 'Bundle') {
      const bundle = { id, name: 'Pack', tagline: 'Both', productIds: [first, second] };
      await createBundle(app.ctx, bundle);
    }
    const variation = { id: `${id}-once`, name: 'Once', prices: { EUR: 4_900, USD: 5_500 } };
    await createVariation(app.ctx, { type, id }, variation);
  }
  const contents: VoucherContent[] = [
    { type: 'Product', id: first, quantity: 2 },
    { type: 'Bundle', id: 'wire-pack', quantity: 1 },
  ];
  const batch = await createVoucherBatch(app.ctx, {
    name: 'Gift',
    quantity: 1,
    contents,
  });
  const [voucher] = await listBatchCodes(app.ctx, batch.id, { from: 0, limit: 1 });
  const query = { code: voucher?.code ?? '' };
  const storefront = (await page('GET', '/customer/storefront')).json();
  const peeked = await page('GET', '/customer/vouchers', { query });
  const owner = await shop.shopper();
  const redeemed = await page('POST', '/customer/vouchers/redeem', { query, token: bearer(owner) });
  for (const answer of [peeked, redeemed]) {
    assert.equal(answer.statusCode, 200, answer.body);
    assertFields(answer.json(), {
      id: 'guid',
      name: 'text',
      description: 'string',
      code: 'text',
      redeemed: 'boolean',
      redeemsProducts: [{ quantity: 'integer', value: { id: 'text', iconUrl: 'text|null' } }],
      redeemsBundles: [{ quantity: 'integer', value: { id: 'text', iconUrl: 'text|null' } }],
    });
  }
  const { redeemsProducts, redeemsBundles } = peeked.json();
  const inShop = (list: { id: string }[], id: string) => list.find((item) => item.id === id);
  assert.deepEqual(redeemsProducts[0].value, inShop(storefront.products, first));
  assert.deepEqual(redeemsBundles[0].value, inShop(storefront.bundles, 'wire-pack'));
});
