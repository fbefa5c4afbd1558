import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import type { AccountSettings } from '../../modules/accounts/index.ts';
import { createBundle, createProduct, createVariation } from '../../modules/catalog/index.ts';
import { isMissingFromShop, shopListing } from './shop-listing.ts';

let app: TestApp;
let development: TestApp;
before(async () => {
  app = await startTestApp({ NODE_ENV: 'production' });
  development = await startTestApp();
  const tagline = 'A synth for everyone';
  for (const { ctx } of [app, development]) {
    await createProduct(ctx, { id: 'synth', name: 'Synth', tagline });
    await createProduct(ctx, { id: 'verb', name: 'Verb', description: 'many words '.repeat(50) });
    await createProduct(ctx, { id: 'fits', name: 'Fits', description: `${'x'.repeat(155)} last word` });
    await createProduct(ctx, { id: 'wave', name: 'Wave', description: `${'x'.repeat(159)}👩‍🎤🌊` });
    await createProduct(ctx, { id: 'old', name: 'Old', isPurchasable: false });
    for (const id of ['synth', 'verb', 'fits', 'wave', 'old']) {
      const variation = { id: `${id}-once`, name: 'Once', prices: { EUR: 1, USD: 1 } };
      await createVariation(ctx, { type: 'Product', id }, variation);
    }
  }
});
after(async () => {
  await app.close();
  await development.close();
});

const list = (path: string, { ctx }: TestApp = app) => shopListing(ctx, path);

test('search engines list the shop and what it sells, each at one address', async () => {
  assert.deepEqual(await list('/shop'), {
    title: 'Shop – Demo Audio',
    description: 'Fits, Synth, Verb, and Wave by Demo Audio',
    url: 'http://latchkey.test/shop',
  });
  assert.deepEqual(await list('/shop/products/synth'), {
    title: 'Synth – Demo Audio',
    description: 'A synth for everyone',
    url: 'http://latchkey.test/shop/products/synth',
  });
  assert.deepEqual(await list('/shop/products/s%79nth'), await list('/shop/products/synth'));
  const { description = '' } = (await list('/shop/products/verb')) ?? {};
  assert.match(description, /^(?:many words )+many …$/);
  assert.ok(description.length <= 162);
});

test('a long description ends with the last word that fits, and with a whole character', async () => {
  const descriptionOf = async (id: string) => (await list(`/shop/products/${id}`))?.description;
  assert.equal(await descriptionOf('fits'), `${'x'.repeat(155)} last …`);
  assert.equal(await descriptionOf('wave'), `${'x'.repeat(159)}👩‍🎤 …`);
});

test('search engines list nothing that is not for sale, and no other page', async () => {
  for (const path of [
    '/shop/products/old',
    '/shop/products/none',
    '/shop/bundles/synth',
    '/shop/products/%',
    '/shop/',
    '/cart',
  ])
    assert.equal(await list(path), undefined, path);
});

test('what is not for sale is missing from the shop, unless it is part of a bundle that is', async () => {
  const { ctx } = development;
  await createProduct(ctx, { id: 'part', name: 'Part', isPurchasable: false });
  await createBundle(ctx, { id: 'both', name: 'Both', productIds: ['synth', 'part'] });
  await createBundle(ctx, { id: 'gone', name: 'Gone', productIds: ['synth', 'old'], isPurchasable: false });
  const isMissing = (path: string) => isMissingFromShop(ctx, path);
  for (const path of [
    '/shop/products/synth',
    '/shop/products/p%61rt',
    '/shop/bundles/both',
    '/shop/bundles/both/',
    '/shop',
    '/shop/',
    '/cart',
  ])
    assert.equal(await isMissing(path), false, path);
  for (const path of ['products/old', 'products/none', 'products/%', 'bundles/gone', 'bundles/synth', 'x'])
    assert.equal(await isMissing(`/shop/${path}`), true, path);
});

test('search engines list nothing while people develop', async () => {
  assert.equal(await list('/shop', development), undefined);
});

test('search engines list the shop in the language of the account, and not beside a shop or a site of the vendor’s own', async () => {
  const listWith = (changes: Partial<AccountSettings>) => {
    const { account } = app.ctx;
    const settings = { ...account.settings, ...changes };
    return shopListing({ ...app.ctx, account: { ...account, settings } }, '/shop');
  };
  assert.equal((await listWith({ locale: 'de' }))?.description, 'Fits, Synth, Verb und Wave von Demo Audio');
  assert.equal(await listWith({ storefrontUrl: 'https://shop.example.com/' }), undefined);
  assert.equal(await listWith({ websiteUrl: 'https://example.com/' }), undefined);
});
