import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { InjectOptions, RouteOptions } from 'fastify';
import { buildApp } from '../src/app.ts';
import { updateSettings } from '../src/modules/accounts/index.ts';
import { DatabaseUnavailable } from '../src/platform/database/errors.ts';
import type { App } from '../src/platform/http/route/app.ts';
import { type NamedRequest, requestsOf } from './attacks/account-requests.ts';
import { type AccountThings, fillAccount, PNG, SLUGS } from './attacks/account-things.ts';
import { startTestApp, type TestApp } from './harness.ts';

let app: TestApp;
let things: AccountThings;
/** The same application, over a database that becomes unavailable after `transactions` more transactions. */
let failing: App;
let transactions = 0;
before(async () => {
  app = await startTestApp({ LATCHKEY_TRUSTED_ACCOUNTS: 'true' });
  await updateSettings(app.ctx, {
    currencies: ['EUR'],
    seller: { address: ['Hauptstraße 1', '10115 Berlin'], email: 'vendor@demo.example' },
    limits: { signUpPerMinute: 0, paymentsPerMinute: 0 },
  });
  things = await fillAccount(app);
  const { database } = app.system;
  const away: typeof database = {
    ...database,
    transaction: async (work) => {
      if (transactions <= 0) throw new DatabaseUnavailable('gone');
      transactions -= 1;
      return database.transaction(work);
    },
  };
  failing = await buildApp({ ...app.system, database: away });
});
after(async () => {
  await failing.close();
  await app.close();
});

/** POSTs that name nothing in their path, with a body that succeeds. */
function creations(): Record<string, object> {
  const { product: productId } = SLUGS;
  const ownerId = things.ids.customer;
  const rule = { name: 'Rule', type: 'PercentageOffDiscount', percentage: 0.1 };
  const device = { productId, deviceName: 'A', deviceSignature: 'b', expiresAt: '2030-01-01T00:00:00Z' };
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    '/api/customers/import': { name: 'Bob', email: 'bob@example.com' },
    '/api/licenses/provision': { ownerId, requests: [{ productId }] },
    '/api/licenses/import': { ownerId, productId },
    '/api/licenses/change-many': {
      ids: [things.ids.license],
      action: 'Extend',
      expiresAt: '2040-01-01T00:00:00Z',
      reason: 'Test',
    },
    '/api/licenses/message': {
      ids: [things.ids.license],
      messageId: '0198e9a5-1c52-7d2e-9d0b-6f2a4c8e1b37',
      subject: 'News',
      text: 'Text',
    },
    '/api/trials/import': { ownerId, ...device },
    '/api/vouchers/batches': {
      name: 'Gift',
      quantity: 1,
      contents: [{ type: 'Product', id: productId, quantity: 1 }],
    },
    '/api/settings/api-keys': { name: 'New', scopes: ['*'] },
    '/api/operators': { email: 'new@vendor.example', name: 'New', role: 'Support' },
    '/api/settings/domains': { domain: 'new.demo.example' },
    '/api/settings/set-default': {},
    '/api/settings/close': { mode: 'Closed', confirm: 'demo' },
    '/api/settings/reopen': {},
    '/api/settings/license-keys': { algorithm: 'ES256' },
    '/api/settings/license-keys/import': {
      privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      isDefault: false,
    },
    '/api/products': { id: 'new', name: 'New' },
    '/api/downloads/prepare?contentType=text/plain': {},
    '/api/bundles': { id: 'new-pack', name: 'New', productIds: [productId] },
    '/api/discounts': rule,
    '/api/tax-rates': { country: 'CH', rate: 0.1 },
    '/api/coupons': { ...rule, id: 'new-coupon' },
    '/api/promotions': { name: 'New', discountId: SLUGS.discount, display: ['Popup'] },
    '/api/webhooks': { url: 'https://hooks.example.com/new', types: ['*'] },
    '/api/subscriptions/price-changes': {
      variationId: SLUGS.variation,
      price: { currency: 'EUR', amount: 7 },
      from: '2099-01-01T00:00:00Z',
    },
    '/api/offers': { ...rule, target: { type: 'Product', id: productId } },
  };
}

/**
 * A POST that may run twice: joining parts into a file does nothing the second time, a renewal that was released or
 * skipped is held no more, one that is tried again needs a charge that failed (`retry-renewal.test.ts`), and a withdrawal is decided once. A preview changes nothing, and a provider that is connected
 * again is connected once. An order is delivered once. Streams of imports are repeated
 * by the `externalId` of each line.
 */
const REPEATABLE = new Set([
  'POST /api/downloads/:key/complete',
  'POST /api/orders/:orderId/deliver',
  'POST /api/subscriptions/:id/release',
  'POST /api/subscriptions/:id/skip',
  'POST /api/subscriptions/:id/retry',
  'POST /api/withdrawals/:withdrawalId/decline',
  'POST /api/products/:id/quote',
  'POST /api/bundles/:id/quote',
  'POST /api/texts/preview',
  'POST /api/settings/payment-connection',
]);

function isCoreWrite({ url, config }: RouteOptions): boolean {
  return config?.access?.kind === 'Vendor' && config.isStream !== true && !url.includes('/dev/');
}

/** Valid requests of every route of the Core API with one of the methods, in the order of the routes. */
function requestsWith(...methods: string[]): NamedRequest[] {
  const routes = app.app.routeTable.filter(isCoreWrite);
  const requests = requestsOf(routes, things);
  const bodies = Object.entries(creations());
  return routes.flatMap(({ method, url }) =>
    [method].flat().flatMap((verb): NamedRequest[] => {
      const name = `${verb} ${url}`;
      if (!methods.includes(verb) || REPEATABLE.has(name)) return [];
      const request = requests.find((each) => each.name === name);
      if (request !== undefined)
        return [{ ...request, options: { ...request.options, ...exceptional(request) } }];
      const [target, payload] = bodies.find(([path]) => path.split('?')[0] === url) ?? [];
      if (verb !== 'POST') return [replacement(name, url)];
      assert.ok(target !== undefined && payload !== undefined, `say in creations() what ${name} takes`);
      return [{ name, access: 'Vendor', options: { method: 'POST', url: target, payload, headers: {} } }];
    }),
  );
}

/** The differences of a request from that of the same route in a complete account. */
function exceptional({ name, options: { url } }: NamedRequest): { url?: string; payload?: object } {
  if (name === 'POST /api/products/:id/archive') return { url: `${url}?force=true` };
  if (name === 'POST /api/bundles/:id/variations')
    return { payload: { id: 'pack-new', name: 'New', prices: { EUR: 5 } } };
  return {};
}

function replacement(name: string, url: string): NamedRequest {
  const method = name.startsWith('PUT') ? 'PUT' : 'PATCH';
  if (url.endsWith('/logo')) {
    const headers = { 'content-type': 'image/png' };
    return { name, access: 'Vendor', options: { method, url, payload: PNG, headers } };
  }
  const payload = url.endsWith('/domains') ? { domains: [] } : { name: 'Changed' };
  return { name, access: 'Vendor', options: { method, url, payload, headers: {} } };
}

function send(options: InjectOptions, headers: Record<string, string> = {}) {
  return app.inject({ ...options, headers: { ...options.headers, ...things.key, ...headers } });
}

test('every PATCH and PUT of the Core API answers an ETag, and refuses who has seen another revision', async () => {
  const requests = requestsWith('PATCH', 'PUT');
  assert.ok(requests.length > 15, 'hardly any PATCH was found');
  const surprises: string[] = [];
  for (const { name, options } of requests) {
    const { statusCode, headers, body } = await send(options);
    const late = await send(options, { 'if-match': '"r999999"' });
    const next = await send(options, { 'if-match': headers.etag ?? '' });
    if (statusCode !== 200 || headers.etag === undefined) surprises.push(`${name}: ${statusCode} ${body}`);
    else if (late.statusCode !== 412 || late.json().errorType !== 'StaleRevision')
      surprises.push(`${name} with a stale If-Match: ${late.statusCode} ${late.body}`);
    else if (next.statusCode !== 200) surprises.push(`${name} with its own ETag: ${next.statusCode}`);
  }
  assert.deepEqual(surprises, []);
});

test('every POST of the Core API commits its answer with itself: after a crash right behind it no retry runs it twice', async () => {
  const requests = requestsWith('POST');
  assert.ok(requests.length > 30, 'hardly any POST was found');
  // The first use of a key is recorded in a separate transaction, once a minute.
  await send({ url: '/api/settings' });
  const surprises: string[] = [];
  for (const [index, { name, options }] of requests.entries()) {
    const headers = {
      ...options.headers,
      ...things.key,
      host: 'demo.latchkey.test',
      'idempotency-key': `crash ${index}`,
    };
    // One holds the key, one is the command's; an upload first plans the removal of its file, and a test mail is counted.
    const hasMore = name.endsWith('/images') || name === 'POST /api/mail-texts/:mail/:language/test';
    transactions = hasMore ? 3 : 2;
    const first = await failing.inject({ ...options, headers });
    const again = await app.inject({ ...options, headers });
    const isReplayed =
      again.headers['idempotency-replayed'] === 'true' &&
      again.headers.etag === first.headers.etag &&
      isDeepStrictEqual(again.json(), first.json());
    if (first.statusCode >= 300 || !isReplayed)
      surprises.push(`${name}: ${first.statusCode} ${first.body}, then ${again.statusCode} ${again.body}`);
  }
  assert.deepEqual(surprises, []);
});
