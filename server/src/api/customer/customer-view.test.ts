import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { everythingOf } from '../../../test/everything.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Shopper, shopOf } from '../../../test/inventory.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { type OperatorAtWork, operatorAtWork } from '../../../test/operators.ts';
import { checkOut, ONE_APP, stockShop } from '../../../test/shop.ts';
import { subscribe } from '../../../test/subscriptions.ts';
import { type Account, createApiKey, revokeApiKey, updateSettings } from '../../modules/accounts/index.ts';
import type { DocumentTables } from '../../modules/documents/tables.ts';
import { purgeViews } from '../../modules/customer-views/index.ts';

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let vendor: Merchant;
let support: OperatorAtWork;
let customer: Shopper;
before(async () => {
  app = await startTestApp();
  const limits = { signUpPerMinute: 0, paymentsPerMinute: 0, signInPerMinute: 0, documentsPerMinute: 0 };
  await updateSettings(app.ctx, { limits });
  await stockShop(app, app.demo);
  shop = shopOf(app);
  vendor = await merchantOf(app);
});
after(() => app.close());
beforeEach(async () => {
  support = await operatorAtWork(app, 'Support');
  customer = await shop.shopper();
});

const MINUTE_MS = 60_000;
const VERBS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const REASON = 'Ticket 4711';

const ask = (by: OperatorAtWork, { id }: { readonly id: string }, reason = REASON) =>
  by.call('POST', `/api/customers/${id}/view`, { reason });

const openCode = (code: string, account: Account = app.demo) =>
  app.injectAs(account, { method: 'POST', url: '/api/customer/view/open', payload: { code } });

/** The code of a link, as its page reads it. */
function codeOf(url: string): string {
  const { pathname, hash } = new URL(url);
  assert.equal(pathname, '/account/view');
  return new URLSearchParams(hash.slice(1)).get('code') ?? assert.fail(url);
}

/** What a view sends with its requests. */
async function viewBy(by: OperatorAtWork, of: Shopper = customer): Promise<{ authorization: string }> {
  const link = await ask(by, of);
  assert.equal(link.statusCode, 200, link.body);
  const opened = await openCode(codeOf(link.json().url));
  assert.equal(opened.statusCode, 200, opened.body);
  return { authorization: `Bearer ${opened.json().accessToken}` };
}

const userOf = async (headers: { authorization: string }, account: Account = app.demo) =>
  (await app.injectAs(account, { url: '/api/customer/meta/user', headers })).statusCode;

const journalOf = async ({ id }: Shopper, type: string) =>
  (
    await vendor.call<{ items: { data: Record<string, unknown>; actor: { id?: string } }[] }>(
      'GET',
      `/api/audit?type=${type}&subject=customer/${id}`,
    )
  ).items;

test('a view shows what the customer sees, through a link that works once, and the audit log has who looked and why', async () => {
  await shop.give(customer, await shop.product());
  const link = await ask(support, customer);
  assert.equal(link.statusCode, 200, link.body);
  const code = codeOf(link.json().url);
  const answers = await Promise.all([openCode(code), openCode(code)]);
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b),
    [200, 400],
  );
  const opened = answers.find(({ statusCode }) => statusCode === 200)?.json() ?? assert.fail();
  assert.deepEqual(opened.customer, { id: customer.id, name: 'Ada', email: customer.email });
  assert.equal(opened.viewerName, support.operator.name);
  assert.equal(opened.expiresAt, link.json().expiresAt);
  const headers = { authorization: `Bearer ${opened.accessToken}` };
  for (const url of [
    '/api/customer/meta/user',
    '/api/customer/inventory/licenses',
    '/api/customer/inventory/products',
    '/api/customer/inventory/subscriptions',
    '/api/customer/orders',
  ]) {
    const [own, look] = [await shop.get(customer, url), await app.inject({ url, headers })];
    assert.deepEqual([look.statusCode, look.json()], [200, own.json()], url);
  }
  const [begin = assert.fail('it is not in the audit log')] = await journalOf(
    customer,
    'customer.view-begun',
  );
  assert.deepEqual([begin.data['reason'], begin.actor.id], [REASON, support.operator.id]);
});

test('nothing but the listed reads is answered, and nothing changes', async () => {
  const headers = await viewBy(support);
  const atFirst = await everythingOf(app.system.database.reader, 'demo');
  const surprises: string[] = [];
  let refused = 0;
  for (const { method, url, config } of app.app.routeTable) {
    const kind = config?.access?.kind;
    if ((kind !== 'Customer' && kind !== 'OptionalCustomer') || config?.endsView === true) continue;
    for (const verb of VERBS.filter((each) => [method].flat().includes(each))) {
      const isShown = verb === 'GET' && config?.isShownInViews === true;
      const path = url.replaceAll(/:\w+/g, '0198e9a5-1c52-7d2e-9d0b-6f2a4c8e1b37').replace('*', 'x');
      const answer = await app.inject({ method: verb, url: path, headers });
      const isRefused = answer.statusCode === 403 && answer.json().errorType === 'ReadOnlyView';
      if (isRefused === isShown) surprises.push(`${verb} ${url}: ${answer.statusCode} ${answer.body}`);
      if (isRefused) refused += 1;
    }
  }
  assert.deepEqual(surprises, []);
  assert.ok(refused > 40, 'hardly any route was tried');
  assert.deepEqual(await everythingOf(app.system.database.reader, 'demo'), atFirst);
});

test('a view gets no link that acts for the customer, claims no cart, and is not renewed', async () => {
  const { orderId } = await checkOut(app, [ONE_APP], customer.headers);
  const { subscription } = await subscribe(app, {
    customer: { ...customer, auth: customer.headers },
    method: 'Succeeds',
  });
  const guest = await checkOut(app, [ONE_APP]);
  const headers = await viewBy(support);
  const atFirst = await everythingOf(app.system.database.reader, 'demo');
  const order = await app.inject({ url: `/api/customer/orders/${orderId}?checkout=true`, headers });
  assert.deepEqual([order.statusCode, order.json().checkoutUrl], [200, undefined], order.body);
  const page = `/api/customer/inventory/subscriptions/${subscription.id}?toUpdatePaymentMethod=true`;
  const look = await app.inject({ url: page, headers });
  assert.deepEqual([look.statusCode, look.json().embeddedUpdatePaymentUrl], [200, undefined], look.body);
  const cart = await app.inject({ url: `/api/customer/orders/${guest.orderId}`, headers });
  assert.equal(cart.json().errorType, 'ReadOnlyView', cart.body);
  const renewal = await app.inject({
    method: 'POST',
    url: '/api/customer/identity/refresh?token=none',
    headers: { 'content-type': 'text/plain' },
    payload: headers.authorization.replace('Bearer ', ''),
  });
  assert.equal(renewal.json().errorType, 'RefreshRefused');
  assert.deepEqual(await everythingOf(app.system.database.reader, 'demo'), atFirst);
  const documents = await app.inject({
    url: `/api/customer/orders/${subscription.orderId}/documents`,
    headers,
  });
  assert.equal(documents.statusCode, 200, documents.body);
});

test('a view shows documents as files that nobody has opened before, and keeps them for the next reader', async () => {
  const { orderId, pay } = await checkOut(app, [ONE_APP], customer.headers);
  const payload = { name: 'Ada', email: customer.email };
  assert.equal((await app.inject({ method: 'POST', url: pay, payload })).json().status, 'Completed');
  const headers = await viewBy(support);
  const url = `/api/customer/orders/${orderId}`;
  const { items } = (await app.inject({ url: `${url}/documents`, headers })).json();
  const file = `${url}/documents/${items[0].id}/pdf`;
  const [look, own] = await Promise.all([
    app.inject({ url: file, headers }),
    app.inject({ url: file, headers: customer.headers }),
  ]);
  assert.deepEqual([look.statusCode, own.statusCode], [200, 200], look.body.slice(0, 300));
  assert.deepEqual(look.rawPayload, own.rawPayload);
  const receipt = await app.inject({ url: `${url}/receipt.pdf`, headers });
  assert.equal(receipt.statusCode, 200);
  const row = await app.system.database.reader
    .tables<DocumentTables>()
    .selectFrom('documents')
    .select('pdfSha256')
    .where('id', '=', items[0].id)
    .executeTakeFirstOrThrow();
  assert.equal(row.pdfSha256, createHash('sha256').update(look.rawPayload).digest('hex'));
});

describe('a view ends', () => {
  test('after half an hour, and its link after two minutes', async () => {
    const late = codeOf((await ask(support, customer)).json().url);
    const headers = await viewBy(support);
    app.system.clock.advance(2 * MINUTE_MS);
    assert.equal((await openCode(late)).json().errorType, 'InvalidCode');
    app.system.clock.advance(27 * MINUTE_MS);
    assert.equal(await userOf(headers), 200);
    app.system.clock.advance(MINUTE_MS);
    assert.equal(await userOf(headers), 401);
    assert.deepEqual([(await purgeViews(app.system)) >= 2, await purgeViews(app.system)], [true, 0]);
    const ends = await journalOf(customer, 'customer.view-ended');
    assert.deepEqual(
      ends.map(({ data }) => data['how']),
      ['Expired', 'Expired'],
    );
  });

  test('when it is closed, which leaves the session of the customer alone', async () => {
    const [headers, other] = [await viewBy(support), await viewBy(support)];
    const end = (of: { authorization: string }) =>
      app.inject({ method: 'POST', url: '/api/customer/view/end', headers: of });
    assert.equal((await end(customer.headers)).statusCode, 200);
    assert.equal(await userOf(customer.headers), 200);
    assert.equal((await end(headers)).statusCode, 200);
    assert.deepEqual([await userOf(headers), await userOf(other)], [401, 200]);
    const [ended = assert.fail()] = await journalOf(customer, 'customer.view-ended');
    assert.equal(ended.data['how'], 'Closed');
  });

  test('when the operator signs out, gets another role or is removed, and when the customer is deleted', async () => {
    const owner = await operatorAtWork(app, 'Owner');
    await owner.confirm();
    const url = `/api/operators/${support.operator.id}`;
    const headers = await viewBy(support);
    assert.equal((await owner.call('PATCH', url, { role: 'Finance' })).statusCode, 200);
    assert.equal(await userOf(headers), 401);
    assert.equal((await owner.call('PATCH', url, { role: 'Support' })).statusCode, 200);
    assert.equal(await userOf(headers), 200, 'of the same session');
    await owner.call('DELETE', url);
    assert.equal(await userOf(headers), 401);

    const another = await operatorAtWork(app, 'Admin');
    const second = await viewBy(another);
    const waiting = codeOf((await ask(another, customer)).json().url);
    await another.call('DELETE', '/api/operator/session');
    assert.equal(await userOf(second), 401);
    assert.equal((await openCode(waiting)).statusCode, 400);

    const third = await viewBy(owner);
    await vendor.call('DELETE', `/api/customers/${customer.id}`);
    assert.equal(await userOf(third), 401);
    assert.equal((await ask(owner, customer)).statusCode, 404);
  });

  test('when the key that asked for it is revoked', async () => {
    const { apiKey, key } = await createApiKey(app.ctx, {
      name: 'Help desk',
      scopes: ['customers:view', 'customers:read'],
    });
    const link = await app.inject({
      method: 'POST',
      url: `/api/customers/${customer.id}/view`,
      headers: { 'api-key': key },
      payload: { reason: REASON },
    });
    const opened = (await openCode(codeOf(link.json().url))).json();
    assert.equal(opened.viewerName, 'Help desk');
    const headers = { authorization: `Bearer ${opened.accessToken}` };
    assert.equal(await userOf(headers), 200);
    await revokeApiKey(app.ctx, apiKey.id);
    assert.equal(await userOf(headers), 401);
  });
});

test('only roles with the scope look, with a reason, at customers of their own account', async () => {
  for (const role of ['Finance', 'Developer', 'ReadOnly'] as const)
    assert.equal((await ask(await operatorAtWork(app, role), customer)).statusCode, 403, role);
  assert.deepEqual(Object.keys((await ask(support, customer, ' ')).json().errors), ['reason']);
  assert.equal((await ask(await operatorAtWork(app, 'Support', app.other), customer)).statusCode, 404);
  const code = codeOf((await ask(support, customer)).json().url);
  assert.equal((await openCode(code, app.other)).statusCode, 400);
  const headers = await viewBy(support);
  assert.equal(await userOf(headers, app.other), 401);
  assert.equal(await userOf({ authorization: `${headers.authorization.slice(0, -1)}x` }), 401);
  const stranger = await shop.shopper();
  const { orderId } = await checkOut(app, [ONE_APP], stranger.headers);
  const foreign = await app.inject({ url: `/api/customer/orders/${orderId}`, headers });
  assert.equal(foreign.statusCode, 403);
});
