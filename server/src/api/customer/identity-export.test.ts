import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type AccountThings, fillAccount, SLUGS } from '../../../test/attacks/account-things.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { provisionLicenses } from '../../../test/licensing.ts';
import { merchantOf } from '../../../test/merchant.ts';
import { operatorAtWork } from '../../../test/operators.ts';
import { shopper, type Shopper } from '../../../test/shop.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { replaceCustomerProperties } from '../../modules/customers/index.ts';
import { updateCustomer } from '../../modules/customers/store.ts';

let app: TestApp;
let things: AccountThings;
let other: Shopper;
before(async () => {
  app = await startTestApp();
  await updateSettings(app.ctx, {
    currencies: ['EUR'],
    limits: { signUpPerMinute: 0, documentsPerMinute: 0 },
  });
  things = await fillAccount(app);
  other = await shopper(app);
});
after(() => app.close());

const URL = '/api/customer/identity/export';

interface Entry {
  readonly id: string;
  readonly devices?: readonly object[];
  readonly documents?: readonly { readonly kind: string }[];
}

interface Export {
  readonly customer: Entry;
  readonly products: readonly string[];
  readonly sessions: readonly object[];
  readonly orders: readonly Entry[];
  readonly subscriptions: readonly (Entry & { readonly billing: { readonly email?: string } })[];
  readonly licenses: readonly Entry[];
  readonly trials: readonly object[];
  readonly vouchers: readonly object[];
  readonly mails: readonly { readonly kind: string }[];
  readonly events: readonly { readonly type: string }[];
}

/** Redeems a voucher and starts a trial. */
async function redeemAndTry(headers: Record<string, string>): Promise<void> {
  const merchant = await merchantOf(app);
  const contents = [{ type: 'Product', id: SLUGS.product, quantity: 1 }];
  const voucher = { name: 'For a friend', quantity: 1, contents };
  const { id } = await merchant.call<{ id: string }>('POST', '/api/vouchers/batches', voucher);
  const url = `/api/vouchers/batches/${id}/codes`;
  const { items } = await merchant.call<{ items: { code: string }[] }>('GET', url);
  const code = items[0]?.code;
  for (const request of [
    { url: `/api/customer/vouchers/redeem?code=${code}`, payload: {} },
    {
      url: `/api/client/trials/${SLUGS.product}/request`,
      payload: { deviceName: 'Tried on this', deviceSignature: 'a-trial' },
    },
  ]) {
    const answer = await app.inject({ method: 'POST', headers, ...request });
    assert.equal(answer.statusCode, 200, answer.body);
  }
}

test('a customer gets everything that is stored about them, nothing secret, and nothing of anybody else', async () => {
  const { ids } = things;
  await redeemAndTry(things.customer);
  await provisionLicenses(app.ctx, {
    ownerId: ids.customer,
    requests: [{ productId: SLUGS.product, quantity: 101 }],
  });
  const property = (value: string, isPublic: boolean) => ({
    type: 'text',
    value,
    public: isPublic,
    includeInToken: false,
  });
  const properties = { nickname: property('Lady', true), rating: property('difficult', false) };
  await replaceCustomerProperties(app.ctx, { id: ids.customer, properties });
  const answer = await app.inject({ url: URL, headers: things.customer });
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  assert.match(
    String(answer.headers['content-disposition']),
    /^attachment; filename="my-data-2026-03-01\.json"/,
  );
  assert.equal(answer.headers['cache-control'], 'no-store');
  const all = answer.json<Export>();
  assert.partialDeepStrictEqual(all.customer, {
    id: ids.customer,
    email: ids.email,
    hasPassword: true,
    properties: { nickname: 'Lady' },
  });
  assert.deepEqual(all.products, [SLUGS.product, `${SLUGS.product}.${SLUGS.addOn}`]);
  assert.equal(all.licenses.length, new Set(all.licenses.map(({ id }) => id)).size);
  assert.ok(all.licenses.length > 102, 'more than a page');
  const license = all.licenses.find(({ id }) => id === ids.license);
  assert.partialDeepStrictEqual(license?.devices, [
    { deviceSignature: 'an offline device' },
    { deviceSignature: 'a device' },
  ]);
  assert.ok(
    all.orders.some(({ id }) => id === ids.order),
    'a cart',
  );
  const paid = all.orders.find(({ id }) => id === ids.ownOrder);
  assert.deepEqual(
    paid?.documents?.map(({ kind }) => kind),
    ['Receipt'],
  );
  assert.partialDeepStrictEqual(all.trials, [{ deviceName: 'Tried on this' }]);
  assert.partialDeepStrictEqual(all.vouchers, [{ name: 'For a friend' }]);
  assert.deepEqual(
    new Set(all.subscriptions.map(({ id, billing }) => `${id} ${billing.email}`)),
    new Set([ids.subscription, ids.otherSubscription].map((id) => `${id} ${ids.email}`)),
  );
  assert.deepEqual(all.mails, [], 'the address is not proven');
  assert.ok(all.sessions.length > 0);
  assert.ok(all.events.some(({ type }) => type === 'customer.signed-up' || type.startsWith('customer.')));
  assert.doesNotMatch(answer.body, /difficult|scrypt|argon|Sealed|passwordHash|emailKey|addressGroup/);
  assert.ok(!answer.body.includes(other.id) && !answer.body.includes(other.email));
  const empty = (await app.inject({ url: URL, headers: other.auth })).json<Export>();
  assert.deepEqual(
    [empty.customer.id, empty.products, empty.orders, empty.licenses, empty.trials, empty.vouchers],
    [other.id, [], [], [], [], []],
  );
});

test('the vendor gets the same file with a scope of its own, and the audit log says who got it', async () => {
  const { ids } = things;
  const url = `/api/customers/${ids.customer}/export`;
  const support = await operatorAtWork(app, 'Support');
  const refusal = await support.call('GET', url);
  assert.deepEqual([refusal.statusCode, refusal.json().errorType], [403, 'Forbidden']);
  const admin = await operatorAtWork(app, 'Admin');
  const follow = () =>
    app.inject({
      url,
      // As a link of the dashboard sends it.
      headers: { cookie: String(admin.headers['cookie']), 'sec-fetch-site': 'same-origin' },
    });
  assert.equal((await follow()).json().errorType, 'ConfirmationRequired');
  await admin.confirm();
  const answer = await follow();
  assert.equal(answer.statusCode, 200, answer.body);
  assert.match(String(answer.headers['content-disposition']), /^attachment; filename="my-data-/);
  const own = (await app.inject({ url: URL, headers: things.customer })).json<Export>();
  const all = answer.json<Export>();
  for (const part of ['customer', 'orders', 'subscriptions', 'licenses', 'trials', 'vouchers'] as const)
    assert.deepEqual(all[part], own[part], part);
  assert.ok(all.mails.some(({ kind }) => kind === 'Receipt'));
  await app.system.database.transaction((tx) =>
    updateCustomer(tx, app.demo.id, ids.customer, { isEmailConfirmed: true }),
  );
  const proven = (await app.inject({ url: URL, headers: things.customer })).json<Export>();
  assert.deepEqual(proven.mails, all.mails);
  const audit = `/api/audit?type=customer.exported&subject=customer/${ids.customer}`;
  assert.deepEqual(
    (await admin.call('GET', audit)).json().items.map(({ actor }: { actor: { id: string } }) => actor.id),
    [admin.operator.id],
  );
  const stranger = await operatorAtWork(app, 'Owner', app.other);
  await stranger.confirm();
  assert.equal((await stranger.call('GET', url)).statusCode, 404);
  const leaver = await shopper(app);
  assert.equal((await admin.call('DELETE', `/api/customers/${leaver.id}`)).statusCode, 200);
  assert.equal((await admin.call('GET', `/api/customers/${leaver.id}/export`)).statusCode, 404);
});

test('the file is for signed-in customers of the account, and limited', async () => {
  for (const refusal of [
    await app.inject({ url: URL }),
    await app.inject({ url: URL, headers: things.key }),
    await app.injectAs(app.other, { url: URL, headers: things.customer }),
  ])
    assert.equal(refusal.statusCode, 401, refusal.body);
  await updateSettings(app.ctx, { limits: { documentsPerMinute: 1 } });
  const statuses = [];
  for (let turn = 0; turn < 2; turn += 1)
    statuses.push((await app.inject({ url: URL, headers: other.auth })).statusCode);
  assert.deepEqual(statuses, [200, 429]);
});
