import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Account } from '../../src/modules/accounts/index.ts';
import { orderSubject, oweMoney } from '../../src/modules/orders/index.ts';
import {
  listDisputes,
  listPayments,
  listRefunds,
  recordReversals,
} from '../../src/modules/payments/index.ts';
import { documentLink, documentsOfOrder } from '../../src/modules/documents/index.ts';
import { transaction } from '../../src/platform/context/context.ts';
import { createReleaseFromFiles } from '../../src/modules/releases/index.ts';
import { endSubscription } from '../../src/modules/subscriptions/index.ts';
import { activationsOf } from '../activations.ts';
import { testContext } from '../context.ts';
import { followEvents } from '../events/scenarios.ts';
import type { TestApp } from '../harness.ts';
import { addFailedJob } from '../failed-job.ts';
import { shopOf } from '../inventory.ts';
import { claimsOf } from '../licensing.ts';
import { type Merchant, merchantOf } from '../merchant.ts';
import { createAuthenticator } from '../authenticator.ts';
import { deskThingsOf } from './desk-things.ts';
import { operatorAtWork, signIn } from '../operators.ts';
import { checkOut } from '../shop.ts';
import { rentToOwn, subscribe } from '../subscriptions.ts';
import { TAURI_SIGNATURE } from '../updates.ts';
import { prepare, uploadFile } from '../uploads.ts';

/** The names that the merchant chooses: two accounts may have the same. */
export const SLUGS = {
  product: 'same',
  /** The own parts of the ids of two add-ons: one that the customer owns, and one to try. */
  addOn: 'owned',
  triedAddOn: 'tried',
  bundle: 'same-pack',
  variation: 'same-once',
  packVariation: 'same-pack-once',
  version: '1.0.0',
  discount: 'same-sale',
  offer: 'same-offer',
  promotion: 'same-promotion',
  coupon: 'same-coupon',
  code: 'SAME-CODE',
};
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

export const WAV = Buffer.from('RIFF\u0024\u0000\u0000\u0000WAVEfmt ');

/** The content of an account, one of each kind, and the credentials of its customer and its merchant. */
export interface AccountThings {
  readonly customer: { readonly authorization: string };
  readonly key: { readonly 'api-key': string };
  /** What the dashboard sends for somebody who works there. */
  readonly operator: Readonly<Record<string, string>>;
  readonly licenseToken: string;
  /** Ids by kind. */
  readonly ids: Readonly<Record<(typeof ID_NAMES)[number], string>>;
  /** Paths that hold a secret or a signature. */
  readonly links: Readonly<
    Record<
      | 'showCheckout'
      | 'payCheckout'
      | 'checkoutLine'
      | 'receiptFile'
      | 'documentFile'
      | 'licenseFile'
      | 'download'
      | 'signedFile'
      | 'upload'
      | 'uploadPart',
      string
    >
  >;
}

const ID_NAMES = [
  'customer',
  'email',
  'duplicate',
  'mail',
  'note',
  'session',
  'order',
  'paidOrder',
  'owedOrder',
  'refund',
  'dispute',
  'ownOrder',
  'document',
  'license',
  'activation',
  'trial',
  'batch',
  'couponCode',
  'couponBatch',
  'kid',
  'apiKey',
  'icon',
  'logo',
  'image',
  'packImage',
  'media',
  'packMedia',
  'browserRequest',
  'polledRequest',
  'upload',
  'freeFile',
  'taxRate',
  'event',
  'webhook',
  'delivery',
  'job',
  'unwantedJob',
  'subscription',
  'otherSubscription',
  'withdrawal',
  'operator',
  'operatorSession',
  'operatorPasskey',
] as const;

/** Gives an account a catalogue under `SLUGS`; the file names of its icon and logo, and the ids of its images. */
export async function stockAccount(app: TestApp, account: Account) {
  const merchant = await merchantOf(app, account);
  const { product, bundle, version, discount, offer, promotion } = SLUGS;
  const once = (id: string) => [{ id, name: 'Once', prices: { EUR: 49 } }];
  const variations = once(SLUGS.variation);
  const licensing = { maxNumberOfActivations: 5, trialsAllowed: true, offlineActivationsAllowed: true };
  const rule = { type: 'PercentageOffDiscount', percentage: 0.1 };
  await merchant.call('POST', '/api/products', { id: product, name: 'Same', variations, ...licensing });
  for (const addOn of [SLUGS.addOn, SLUGS.triedAddOn]) {
    const details = { id: `${product}.${addOn}`, name: addOn, includedInLicense: true };
    await merchant.call('POST', '/api/products', { ...details, ...licensing });
  }
  await merchant.call('POST', '/api/bundles', {
    id: bundle,
    name: 'Pack',
    productIds: [product],
    variations: once(SLUGS.packVariation),
  });
  await merchant.call('POST', '/api/discounts', { id: discount, name: 'Sale', ...rule });
  const target = { type: 'Product', id: product };
  const banner = { name: 'Promotion', discountId: discount, display: ['Banner'] };
  await merchant.call('POST', '/api/promotions', { id: promotion, ...banner });
  await merchant.call('POST', '/api/offers', { id: offer, name: 'Offer', target, ...rule });
  await merchant.call('POST', '/api/coupons', { id: SLUGS.coupon, name: 'Coupon', ...rule });
  await merchant.call('POST', `/api/coupons/${SLUGS.coupon}/codes`, { code: SLUGS.code });
  const asPng = { 'content-type': 'image/png' };
  // Icons are named by their content: that of another account looks different.
  const image = Buffer.concat([PNG, Buffer.from(account.id)]);
  await merchant.send('PUT', `/api/bundles/${bundle}/icon`, image, asPng);
  const icon = await merchant.send('PUT', `/api/products/${product}/icon`, image, asPng);
  const imageOf = async (url: string) =>
    (await merchant.send('POST', url, PNG, asPng)).json<{ id: string }>().id;
  const asWav = { 'content-type': 'audio/wav' };
  const mediaOf = async (url: string) =>
    (await merchant.send('POST', `${url}?title=A%20sound`, WAV, asWav)).json<{ id: string }>().id;
  const images = {
    image: await imageOf(`/api/products/${product}/images`),
    packImage: await imageOf(`/api/bundles/${bundle}/images`),
    media: await mediaOf(`/api/products/${product}/media`),
    packMedia: await mediaOf(`/api/bundles/${bundle}/media`),
  };
  const signatures = { tauri: TAURI_SIGNATURE };
  const content = Buffer.from('a program');
  const files = [{ name: 'setup.exe', platform: 'Windows' as const, signatures, content }];
  await createReleaseFromFiles(testContext(app.system, account), {
    productId: product,
    version,
    isPublished: true,
    files,
  });
  const logo = (await merchant.send('PUT', '/api/settings/logo', image, asPng)).json().logoFile;
  return { icon: lastSegment(icon.json<{ iconUrl: string }>().iconUrl), logo, ...images };
}

/** Fills the account `demo` with one of everything that a route names in its path. */
export async function fillAccount(app: TestApp): Promise<AccountThings> {
  const pictures = await stockAccount(app, app.demo);
  const key = await app.apiKey(app.demo);
  const merchant = await merchantOf(app);
  const shop = shopOf(app);
  const owner = await shop.shopper();
  const { product: productId, variation: variationId } = SLUGS;
  const [license = ''] = await shop.give(owner, productId);
  await shop.give(owner, `${productId}.${SLUGS.addOn}`);
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
  const couponCodes = await merchant.call<{ items: { id: string }[] }>(
    'GET',
    `/api/coupons/${SLUGS.coupon}/codes`,
  );
  const couponBatch = await merchant.call<{ id: string }>('POST', `/api/coupons/${SLUGS.coupon}/batches`, {
    quantity: 1,
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
  const taxRate = await merchant.call<{ id: string }>('POST', '/api/tax-rates', {
    country: 'US',
    rate: 0.05,
  });
  const keys = await merchant.call<unknown>('GET', '/api/settings/license-keys');
  const [, kid = ''] = /"kid":"([^"]+)"/.exec(JSON.stringify(keys)) ?? [];
  const sessions = await shop.get(owner, '/api/customer/identity/sessions');
  const [, session = ''] = /"id":"([^"]+)"/.exec(sessions.body) ?? [];
  const cartLine = randomUUID();
  const inCart = { id: cartLine, type: 'Product', productId, variationId, quantity: 1 };
  const cart = await checkOut(app, [inCart], owner.headers);
  const { paid, receipt } = await payOrder(app, owner.headers);
  const upload = await prepare(merchant);
  const parted = await prepare(merchant, '&size=9&multipart=true');
  const freeFile = await uploadFile(app, merchant, 'a program');
  const atWork = await operatorsOf(app);
  return {
    customer: owner.headers,
    key,
    operator: atWork.headers,
    licenseToken,
    ids: {
      customer: owner.id,
      email: owner.email,
      duplicate: (await shop.shopper()).id,
      ...(await deskThingsOf(merchant, owner.id)),
      session,
      order: cart.orderId,
      ...(await reverse(app, { type: 'Product', productId, variationId, quantity: 1 })),
      ownOrder: paid.orderId,
      document: receipt.id,
      license,
      activation: String(claimsOf(licenseToken)['id']),
      trial: trial.id,
      batch: batch.id,
      couponCode: couponCodes.items[0]?.id ?? '',
      couponBatch: couponBatch.id,
      kid,
      apiKey,
      ...pictures,
      browserRequest: activation.browserId,
      polledRequest: activation.pollId,
      upload: freeFile,
      freeFile,
      taxRate: taxRate.id,
      ...(await addEndpoint(app, merchant)),
      job: await addFailedJob(app.system, { accountId: app.demo.id }),
      unwantedJob: await addFailedJob(app.system, { accountId: app.demo.id }),
      subscription: await rentOf(app, owner),
      otherSubscription: await oldSubscriptionOf(app, owner),
      withdrawal: await withdrawalOf(app, owner, paid.orderId),
      operator: atWork.colleague,
      operatorSession: atWork.session,
      operatorPasskey: atWork.passkey,
    },
    links: {
      showCheckout: cart.show,
      payCheckout: cart.pay,
      checkoutLine: cart.pay.replace('/pay', `/lines/${cartLine}`),
      receiptFile: `${paid.show}/receipt.pdf`,
      documentFile: pathOf(documentLink(app.ctx, receipt)),
      licenseFile: pathOf(String(file.headers.location)),
      download: pathOf(downloads[0].path),
      signedFile: pathOf(String(latest.headers.location)),
      upload: pathOf(upload.url ?? ''),
      uploadPart: pathOf(parted.parts?.[0]?.url ?? ''),
    },
  };
}

/** Somebody in the dashboard, with another session and a colleague. */
async function operatorsOf(app: TestApp) {
  const owner = await operatorAtWork(app, 'Owner');
  const { headers, call, operator } = owner;
  await signIn(app, app.demo, operator);
  const sessions = (await call('GET', '/api/operator/sessions')).json();
  const colleague = await operatorAtWork(app, 'Support');
  const { id: passkey } = await createAuthenticator(app).register(owner);
  return { headers, session: String(sessions.items[0].id), colleague: colleague.operator.id, passkey };
}

/** A webhook endpoint with a delivery, and an event. */
async function addEndpoint(app: TestApp, merchant: Merchant) {
  const hook = { url: 'https://hooks.example.com/latchkey', types: ['*'] };
  const { id: webhook } = await merchant.call<{ id: string }>('POST', '/api/webhooks', hook);
  const url = `/api/webhooks/${webhook}/test`;
  const { id: delivery } = await merchant.call<{ id: string }>('POST', url, { type: 'order.paid' });
  await followEvents(app);
  const events = await merchant.call<{ items: { id: string }[] }>('GET', '/api/events?pageSize=1');
  return { event: events.items[0]?.id ?? '', webhook, delivery };
}

type Owner = Awaited<ReturnType<ReturnType<typeof shopOf>['shopper']>>;

async function subscriptionOf(app: TestApp, { id, email, headers }: Owner): Promise<string> {
  const item = { type: 'Product' as const, productId: SLUGS.product, variationId: SLUGS.variation };
  const { subscription } = await subscribe(app, { item, customer: { id, email, auth: headers } });
  return subscription.id;
}

/** A withdrawal from all of an order that waits for the vendor. */
async function withdrawalOf(app: TestApp, { headers }: Owner, orderId: string): Promise<string> {
  const order = await app.inject({ url: `/api/customer/orders/${orderId}`, headers });
  const { number: orderNumber, items, customer } = order.json();
  const answer = await app.inject({
    method: 'POST',
    url: '/api/customer/withdrawals',
    payload: { orderNumber, email: customer.email, lineIds: items.map((item: { id: string }) => item.id) },
  });
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json().id;
}

/** An order with a partial refund, one of which money is owed, and a dispute about the payment of another one. */
async function reverse(app: TestApp, item: object) {
  const money = { amountMinor: 100, currency: 'EUR' };
  const refunds = [{ ...money, reference: 'r', refundId: null, status: 'Succeeded' as const }];
  const disputes = [{ ...money, reference: 'd', reason: 'fraudulent', status: 'Open' as const }];
  const paidOrder = await paidAndReversed(app, item, { refunds });
  await paidAndReversed(app, item, { disputes });
  const ctx = testContext(app.system, app.demo);
  const [refund] = await listRefunds(ctx, { ...orderSubject({ id: paidOrder }), limit: 1 });
  const [dispute] = await listDisputes(ctx, { limit: 1 });
  const owedOrder = await paidAndReversed(app, item, {});
  await transaction(ctx, (tx) => oweMoney(tx, { orderId: owedOrder, reason: 'It was paid twice.' }));
  return { paidOrder, owedOrder, refund: refund?.id ?? '', dispute: dispute?.id ?? '' };
}

/** The id of a paid order with this refund of its payment. */
async function paidAndReversed(
  app: TestApp,
  item: object,
  reversals: Partial<Parameters<typeof recordReversals>[2]>,
): Promise<string> {
  const { orderId, pay } = await checkOut(app, [item]);
  await app.inject({ method: 'POST', url: pay, payload: { name: 'Gus', email: 'gus@example.com' } });
  const ctx = testContext(app.system, app.demo);
  const [payment] = await listPayments(ctx, orderSubject({ id: orderId }));
  assert.ok(payment);
  const nothing = { refunds: [], disputes: [], warnings: [] };
  await recordReversals(ctx, payment.id, { ...nothing, ...reversals });
  return orderId;
}

/** Buys once more, and returns the checkout with the receipt of the order. */
async function payOrder(app: TestApp, headers: Record<string, string>) {
  const { product: productId, variation: variationId } = SLUGS;
  const paid = await checkOut(app, [{ type: 'Product', productId, variationId, quantity: 1 }], headers);
  const payload = { name: 'Ann', email: 'ann@example.com' };
  const answer = await app.inject({ method: 'POST', url: paid.pay, payload });
  assert.equal(answer.json<{ status: string }>().status, 'Completed', answer.body);
  const [receipt] = await documentsOfOrder(app.ctx, paid.orderId);
  assert.ok(receipt);
  return { paid, receipt };
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

/** A rent to own. */
async function rentOf(app: TestApp, owner: Owner): Promise<string> {
  const id = await subscriptionOf(app, owner);
  await rentToOwn(app, { id }, { ownAfterCycles: 12 });
  return id;
}

/** One that has ended, and was paid for. */
async function oldSubscriptionOf(app: TestApp, owner: Owner): Promise<string> {
  const id = await subscriptionOf(app, owner);
  await endSubscription(app.ctx, id);
  return id;
}
