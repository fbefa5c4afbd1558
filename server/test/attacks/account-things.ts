import assert from 'node:assert/strict';
import type { Account } from '../../src/modules/accounts/index.ts';
import { createReleaseFromFiles } from '../../src/modules/releases/index.ts';
import { activationsOf } from '../activations.ts';
import { testContext } from '../context.ts';
import type { TestApp } from '../harness.ts';
import { shopOf } from '../inventory.ts';
import { claimsOf } from '../licensing.ts';
import { merchantOf } from '../merchant.ts';
import { checkOut } from '../shop.ts';
import { TAURI_SIGNATURE } from '../updates.ts';
import { prepare, uploadFile } from '../uploads.ts';

/** The names that the merchant chooses: two accounts may have the same. */
export const SLUGS = {
  product: 'same',
  bundle: 'same-pack',
  variation: 'same-once',
  packVariation: 'same-pack-once',
  version: '1.0.0',
  discount: 'same-sale',
  offer: 'same-offer',
};
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** The content of an account, one of each kind, and the credentials of its customer and its merchant. */
export interface AccountThings {
  readonly customer: { readonly authorization: string };
  readonly key: { readonly 'api-key': string };
  readonly licenseToken: string;
  /** Ids by what they are of. */
  readonly ids: Readonly<Record<(typeof ID_NAMES)[number], string>>;
  /** Paths that hold a secret or a signature. */
  readonly links: Readonly<
    Record<
      'showCheckout' | 'payCheckout' | 'licenseFile' | 'download' | 'signedFile' | 'upload' | 'uploadPart',
      string
    >
  >;
}

const ID_NAMES = [
  'customer',
  'email',
  'session',
  'order',
  'license',
  'activation',
  'trial',
  'batch',
  'kid',
  'apiKey',
  'icon',
  'browserRequest',
  'polledRequest',
  'upload',
  'freeFile',
] as const;

/** Gives an account a catalogue under `SLUGS`; the file name of its icon. */
export async function stockAccount(app: TestApp, account: Account): Promise<string> {
  const merchant = await merchantOf(app, account);
  const { product, bundle, version, discount, offer } = SLUGS;
  const once = (id: string) => [{ id, name: 'Once', prices: { EUR: 49 } }];
  const variations = once(SLUGS.variation);
  const licensing = { maxNumberOfActivations: 5, trialsAllowed: true, offlineActivationsAllowed: true };
  const rule = { type: 'PercentageOffDiscount', percentage: 0.1 };
  await merchant.call('POST', '/api/products', { id: product, name: 'Same', variations, ...licensing });
  await merchant.call('POST', '/api/bundles', {
    id: bundle,
    name: 'Pack',
    productIds: [product],
    variations: once(SLUGS.packVariation),
  });
  await merchant.call('POST', '/api/discounts', { id: discount, name: 'Sale', ...rule });
  const target = { type: 'Product', id: product };
  await merchant.call('POST', '/api/offers', { id: offer, name: 'Offer', target, ...rule });
  const asPng = { 'content-type': 'image/png' };
  // Icons are named by their content: that of another account looks different.
  const image = Buffer.concat([PNG, Buffer.from(account.id)]);
  await merchant.send('PUT', `/api/bundles/${bundle}/icon`, image, asPng);
  const icon = await merchant.send('PUT', `/api/products/${product}/icon`, image, asPng);
  const signatures = { tauri: TAURI_SIGNATURE };
  const content = Buffer.from('a program');
  const files = [{ name: 'setup.exe', platform: 'Windows' as const, signatures, content }];
  await createReleaseFromFiles(testContext(app.system, account), {
    productId: product,
    version,
    isPublished: true,
    files,
  });
  return lastSegment(icon.json<{ iconUrl: string }>().iconUrl);
}

/** Fills the account `demo` with one of everything that a route names in its path. */
export async function fillAccount(app: TestApp): Promise<AccountThings> {
  const icon = await stockAccount(app, app.demo);
  const key = await app.apiKey(app.demo);
  const merchant = await merchantOf(app);
  const shop = shopOf(app);
  const owner = await shop.shopper();
  const { product: productId, variation: variationId } = SLUGS;
  const [license = ''] = await shop.give(owner, productId);
  const licenseToken = await shop.activate(owner, productId, 'a device');
  const file = await shop.activateByFile(owner, productId, 'an offline device');
  const { downloads } = (await shop.get(owner, `products/${productId}`)).json();
  const latest = await shop.get(owner, `products/${productId}/download/Windows/latest`);
  const activation = await activationsOf(app).ask(productId);
  const contents = [{ type: 'Product', id: productId, quantity: 1 }];
  const batch = await merchant.call<{ id: string }>('POST', '/api/vouchers/batches', {
    name: 'Gift',
    quantity: 1,
    contents,
  });
  const trial = await merchant.call<{ id: string }>('POST', '/api/trials/import', {
    productId,
    deviceName: 'A device',
    deviceSignature: 'tried',
    expiresAt: '2030-01-01T00:00:00Z',
  });
  const { id: apiKey } = await merchant.call<{ id: string }>('POST', '/api/settings/api-keys', {
    name: 'Another',
    scopes: ['*'],
  });
  const keys = await merchant.call<unknown>('GET', '/api/settings/license-keys');
  const [, kid = ''] = /"kid":"([^"]+)"/.exec(JSON.stringify(keys)) ?? [];
  const sessions = await shop.get(owner, '/api/customer/identity/sessions');
  const [, session = ''] = /"id":"([^"]+)"/.exec(sessions.body) ?? [];
  const cart = await checkOut(app, [{ type: 'Product', productId, variationId, quantity: 1 }], owner.headers);
  const upload = await prepare(merchant);
  const parted = await prepare(merchant, '&size=9&multipart=true');
  const freeFile = await uploadFile(app, merchant, 'a program');
  return {
    customer: owner.headers,
    key,
    licenseToken,
    ids: {
      customer: owner.id,
      email: owner.email,
      session,
      order: cart.orderId,
      license,
      activation: String(claimsOf(licenseToken)['id']),
      trial: trial.id,
      batch: batch.id,
      kid,
      apiKey,
      icon,
      browserRequest: activation.browserId,
      polledRequest: activation.pollId,
      upload: freeFile,
      freeFile,
    },
    links: {
      showCheckout: cart.show,
      payCheckout: cart.pay,
      licenseFile: pathOf(String(file.headers.location)),
      download: pathOf(downloads[0].path),
      signedFile: pathOf(String(latest.headers.location)),
      upload: pathOf(upload.url ?? ''),
      uploadPart: pathOf(parted.parts?.[0]?.url ?? ''),
    },
  };
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function lastSegment(url: string): string {
  const segment = new URL(url).pathname.split('/').at(-1);
  assert.ok(segment);
  return segment;
}
