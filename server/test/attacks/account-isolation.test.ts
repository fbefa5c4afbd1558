import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { testContext } from '../context.ts';
import type { Response } from 'light-my-request';
import { updateSettings } from '../../src/modules/accounts/index.ts';
import { everythingOf as rowsOfAccount } from '../everything.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { operatorAtWork } from '../operators.ts';
import { shopper } from '../shop.ts';
import { type NamedRequest, requestsOf } from './account-requests.ts';
import { type AccountThings, fillAccount, SLUGS, stockAccount } from './account-things.ts';

const NO_LIMITS = { signUpPerMinute: 0, paymentsPerMinute: 0, vouchersPerMinute: 0 };

let app: TestApp;
let things: AccountThings;
let requests: NamedRequest[];
/** A customer and a merchant of the account `other`. */
let customer: Record<string, string>;
let key: Record<string, string>;
/** Somebody in its dashboard. */
let operator: Record<string, string>;

before(async () => {
  app = await startTestApp();
  for (const account of [app.demo, app.other])
    await updateSettings(testContext(app.system, account), {
      limits: NO_LIMITS,
      currencies: ['EUR'],
      seller: { email: 'seller@vendor.example' },
    });
  things = await fillAccount(app);
  requests = requestsOf(app.app.routeTable, things);
  assert.ok(requests.length > 60, 'hardly any route names a thing');
  assert.ok(
    Object.values(await everythingOf('demo')).flat().length > 20,
    'hardly any row is there to change',
  );
  customer = { ...(await shopper(app, app.other)).auth };
  key = await app.apiKey(app.other);
  ({ headers: operator } = await operatorAtWork(app, 'Owner', app.other));
});
after(() => app.close());

type Credentials = Readonly<Record<'customer' | 'key' | 'operator', Readonly<Record<string, string>>>>;

function send(to: TestApp['demo'], { access, options }: NamedRequest, by: Credentials): Promise<Response> {
  const credentials = access === 'Vendor' ? by.key : access === 'Operator' ? by.operator : by.customer;
  return app.injectAs(to, { ...options, headers: { ...options.headers, ...credentials } });
}

/** Every row of an account, table by table. */
const everythingOf = (accountId: string) => rowsOfAccount(app.system.database.reader, accountId);

/** Asserts that a response contains no data of the account `demo` beyond the request's own. */
function assertTellsNothing({ name, options }: NamedRequest, { body }: Response): void {
  const text = decodeURIComponent(options.url) + JSON.stringify(options.payload ?? '');
  for (const [kind, id] of Object.entries(things.ids)) {
    assert.ok(text.includes(id) || !body.includes(id), `${name} tells a stranger the ${kind}: ${body}`);
  }
}

/**
 * Requests that are correctly answered: the guide, the pages of the demo about its sale, the texts of mails, of which every account has its own, a cart of one's own under any id, a poll of a request that is not
 * there, a token that no key of the account signed.
 */
const ANSWERS: Readonly<Record<string, number>> = {
  'GET /dashboard/guide/:file': 200,
  'GET /dev/legal/:page': 200,
  'GET /api/mail-texts/:mail/:language': 200,
  'PUT /api/mail-texts/:mail/:language': 200,
  'DELETE /api/mail-texts/:mail/:language': 200,
  'GET /api/mail-texts/:mail/:language/preview': 200,
  'POST /api/mail-texts/:mail/:language/preview': 200,
  'POST /api/mail-texts/:mail/:language/test': 200,
  'PATCH /api/customer/orders/:orderId': 200,
  'PATCH /api/customer/orders/:orderId/billing-details': 200,
  'DELETE /api/customer/orders/:orderId/billing-details': 200,
  'PATCH /api/customer/orders/:orderId/coupon': 400,
  'DELETE /api/customer/orders/:orderId/coupon': 200,
  'DELETE /api/customer/orders/:orderId/coupons': 200,
  'DELETE /api/customer/orders/:orderId/offer': 200,
  'POST /api/customer/orders/:orderId/groups': 200,
  'GET /api/customer/orders/:orderId': 200,
  'GET /api/orders/:orderId': 200,
  'GET /api/orders/:orderId/timeline': 200,
  'GET /api/client/activations/:requestId': 400,
  'POST /api/client/licenses/:productId/validate': 400,
  'POST /api/client/licenses/:productId/revoke': 400,
  'POST /api/client/licenses/:productId/sub-products': 400,
  'POST /api/client/licenses/:productId/sub-products/:subProductId/activate': 400,
  'POST /api/client/licenses/:productId/sub-products/:subProductId/trial': 400,
};

test('the ids of another account’s rows allow neither reading nor changing them', async () => {
  const atFirst = await everythingOf('demo');
  const surprises: string[] = [];
  for (const request of requests) {
    const answer = await send(app.other, request, { customer, key, operator });
    assertTellsNothing(request, answer);
    const expected = ANSWERS[request.name];
    const isRefused =
      expected === undefined ? [403, 404].includes(answer.statusCode) : answer.statusCode === expected;
    if (!isRefused) surprises.push(`${request.name}: ${answer.statusCode} ${answer.body}`);
  }
  assert.deepEqual(surprises, []);
  assert.deepEqual(await everythingOf('demo'), atFirst);
});

test('credentials of an account are none at another', async () => {
  const atFirst = [await everythingOf('demo'), await everythingOf('other')];
  for (const request of requests.filter(({ access }) =>
    ['Vendor', 'Customer', 'Operator'].includes(access),
  )) {
    const answer = await send(app.other, request, things);
    assert.equal(answer.statusCode, 401, `${request.name}: ${answer.body}`);
  }
  assert.deepEqual([await everythingOf('demo'), await everythingOf('other')], atFirst);
});

/** The requests that create something in an account from ids in their body. */
function creations(): (readonly [url: string, body: object])[] {
  const { product: productId } = SLUGS;
  const ownerId = things.ids.customer;
  const target = { type: 'Product', id: productId };
  const rule = { name: 'Rule', type: 'PercentageOffDiscount', percentage: 0.1 };
  const device = { deviceName: 'a', deviceSignature: 'b', expiresAt: '2030-01-01T00:00:00Z' };
  return [
    ['/api/licenses/provision', { ownerId, requests: [{ productId, quantity: 1 }] }],
    ['/api/licenses/import', { ownerId, productId, maxNumberOfActivations: 1 }],
    ['/api/trials/import', { ownerId, productId, ...device }],
    ['/api/bundles', { id: 'thief', name: 'Thief', productIds: [productId] }],
    ['/api/discounts', { ...rule, targets: [target] }],
    ['/api/offers', { ...rule, target }],
    ['/api/coupons', { ...rule, targets: [target] }],
    ['/api/promotions', { name: 'Promotion', discountId: SLUGS.discount, display: ['Banner'] }],
    ['/api/vouchers/batches', { name: 'Thief', quantity: 1, contents: [{ ...target, quantity: 1 }] }],
  ];
}

test('ids of another account in a body are unknown', async () => {
  const atFirst = await everythingOf('demo');
  for (const [url, payload] of creations()) {
    const answer = await app.injectAs(app.other, { method: 'POST', url, headers: key, payload });
    assert.ok([400, 404].includes(answer.statusCode), `${url}: ${answer.statusCode} ${answer.body}`);
  }
  assert.deepEqual(await everythingOf('demo'), atFirst);
});

test('an account that has things of the same names changes its own alone', async () => {
  await stockAccount(app, app.other);
  const atFirst = await everythingOf('demo');
  for (const request of requests) {
    const answer = await send(app.other, request, { customer, key, operator });
    assert.ok(answer.statusCode < 500, `${request.name}: ${answer.body}`);
    assertTellsNothing(request, answer);
  }
  assert.deepEqual(await everythingOf('demo'), atFirst);
});

const ORDER = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'];

/** Requests that end something come late, then the end of the session, and finally that of the customer. */
function rank({ name, options }: NamedRequest): number {
  if (name === 'DELETE /api/customers/:idOrEmail') return ORDER.length + 1;
  if (name === 'DELETE /api/customer/identity/sessions/:sessionId') return ORDER.length;
  if (name.startsWith('DELETE /api/customers/:idOrEmail/sessions')) return ORDER.length + 0.5;
  return ORDER.indexOf(options.method ?? '') + (name.endsWith('/revoke') ? 0.5 : 0);
}

/** Routes that exist only for deployed shops and always respond that the item does not exist. */
const NOWHERE: ReadonlySet<string> = new Set([
  // The customer has just ended it; `core/customer-desk.test.ts` has the vendor end one.
  'DELETE /api/customers/:idOrEmail/sessions/:sessionId',
  // Only whoever runs an instance with several accounts gives them domains, and has given none.
  'GET /api/settings/domains/:domain/check',
  // Its subscription was paid without saving a method.
  'PATCH /api/dev/payment-methods/:subscriptionId',
  'POST /api/customer/groups/:groupId/join',
  'GET /api/customer/connect/:provider/authorize',
  'DELETE /api/customer/connect/:provider',
  'POST /api/hooks/payments/:provider',
]);

test('the same requests lead somewhere at home: the ids, the bodies and the secrets above were right', async () => {
  for (const [url, payload] of creations()) {
    const answer = await app.inject({ method: 'POST', url, headers: things.key, payload });
    assert.ok(answer.statusCode < 300, `${url}: ${answer.statusCode} ${answer.body}`);
  }
  const surprises: string[] = [];
  for (const request of requests.toSorted((one, other) => rank(one) - rank(other))) {
    const answer = await send(app.demo, request, things);
    // An effect of an earlier request may block a later one.
    const isUnderstood = answer.statusCode < 400 || [403, 409].includes(answer.statusCode);
    const isNowhere = NOWHERE.has(request.name) && answer.statusCode === 404;
    if (!isUnderstood && !isNowhere) surprises.push(`${request.name}: ${answer.statusCode} ${answer.body}`);
  }
  assert.deepEqual(surprises, []);
});
