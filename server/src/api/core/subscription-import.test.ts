import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { importsOf, ndjson, statuses } from '../../../test/bulk-import.ts';
import { fakeProvider } from '../../../test/fake-provider.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { shopOf } from '../../../test/inventory.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { claimsOf } from '../../../test/licensing.ts';
import { checkOut, ONE_APP, type Shopper, shopper, stockShop } from '../../../test/shop.ts';
import { nextStep, periodsNow, subscriptionNow } from '../../../test/subscriptions.ts';
import { withProvider } from '../../../test/payments.ts';
import { CONSENT } from '../../../test/taxed-checkout.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { createVariation, loadCatalog } from '../../modules/catalog/index.ts';
import { listLicenses } from '../../modules/licensing/index.ts';
import { listOrders, orderDocuments, sendReceipt } from '../../modules/orders/index.ts';
import { ProviderError } from '../../modules/payments/provider-error.ts';
import { findMethod } from '../../modules/payments/index.ts';
import { importSubscriptions, prepareSubscriptionImports } from '../../modules/subscriptions/index.ts';
import { transaction } from '../../platform/context/context.ts';
import type { MailTables } from '../../platform/mail/tables.ts';

const DAY_MS = 86_400_000;
const METHOD = 'sandbox-method~old-system~Succeeds';

let app: TestApp;
let imports: ReturnType<typeof importsOf>;
let customer: Shopper;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  imports = importsOf(app, await app.apiKey(app.demo, 'subscriptions:write'));
  const synth = { type: 'Product', id: 'synth' } as const;
  const plan = { recurrence: 'Monthly', prices: { EUR: 900, USD: 900 } } as const;
  await createVariation(app.ctx, synth, {
    ...plan,
    id: 'synth-rent',
    name: 'Rent',
    terms: { ownAfterCycles: 4, fallbackAfterCycles: 2, canPause: true },
  });
});
beforeEach(async () => {
  customer = await shopper(app);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const inDays = (days: number) => new Date(app.system.clock.now().getTime() + days * DAY_MS).toISOString();

let count = 0;

/** A line that can be imported. */
function line(fields: object = {}): Record<string, unknown> & { readonly externalId: string } {
  count += 1;
  return {
    externalId: `sub-${count}`,
    ownerEmail: customer.email,
    content: { type: 'Product', id: 'synth', variationId: 'synth-monthly' },
    cycleLength: 'Monthly',
    price: { currency: 'EUR', amount: 7.5 },
    paidThrough: inDays(10),
    providerMethodId: METHOD,
    ...fields,
  };
}

async function imported(fields: object = {}): Promise<string> {
  const { results } = await imports('subscriptions', ndjson([line(fields)]));
  assert.equal(results[0]?.status, 'created', JSON.stringify(results));
  return results[0]?.id ?? assert.fail();
}

async function issuesOf(fields: object): Promise<Record<string, string[]>> {
  const { results, summary } = await imports('subscriptions', ndjson([line(fields)]));
  assert.deepEqual([summary.invalid, results[0]?.status], [1, 'invalid'], JSON.stringify(results));
  return results[0]?.errors ?? {};
}

const mailCount = async () => {
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').select('id');
  return (await mails.where('recipient', '=', customer.email).execute()).length;
};

test('a subscription that ran elsewhere goes on: nothing is charged or mailed now, and it renews by the normal job', async () => {
  const mails = await mailCount();
  const id = await imported({
    content: { type: 'Product', id: 'synth', variationId: 'synth-rent', quantity: 2 },
    paidCycles: 2,
  });
  const subscription = await subscriptionNow(app, { id });
  const { status, customerId, quantity, price, total, canPause, ownAfterCycles, externalId } = subscription;
  assert.deepEqual(
    [
      status,
      customerId,
      quantity,
      price.unitOriginalMinor,
      total.dueMinor,
      canPause,
      ownAfterCycles,
      externalId,
    ],
    ['Active', customer.id, 2, 750, 1_500, true, 4, `sub-${count}`],
  );
  assert.ok(subscription.fallback?.earned, 'what was paid elsewhere counts');
  const method = await findMethod(app.ctx, subscription.methodId ?? '');
  assert.deepEqual([method?.reference, method?.last4, method?.paymentId], [METHOD, '4242', null]);
  const licenses = await listLicenses(app.ctx, { subscriptionId: id, limit: 9 });
  assert.deepEqual(
    licenses.map(({ expiresAt, status: state }) => [expiresAt?.toISOString(), state]),
    [0, 1].map(() => [subscription.expiresAt.toISOString(), 'Active']),
  );
  assert.equal(await mailCount(), mails);
  const [order] = await listOrders(app.ctx, { customerId: customer.id, limit: 9 });
  assert.deepEqual([order?.status, order?.content?.quote.total.dueMinor], ['Completed', 0]);
  assert.deepEqual((await orderDocuments(app.ctx, order?.id ?? '')).documents, [], 'it was not sold here');
  const catalog = await loadCatalog(app.ctx);
  await assert.rejects(
    transaction(app.ctx, (tx) => sendReceipt(tx, catalog, order?.id ?? '')),
    { errorType: 'NotFound' },
  );
  assert.deepEqual(subscription.dueAt, subscription.paidUntil);

  const renewed = await nextStep(app, { id });
  assert.deepEqual([renewed.paymentState, renewed.status], ['Paid', 'Active']);
  const periods = await periodsNow(app, { id });
  assert.deepEqual(
    periods.map(({ state, orderId }) => [state, orderId !== null]),
    [
      ['Paid', false],
      ['Paid', false],
      ['Paid', true],
    ],
  );
  assert.equal((await nextStep(app, { id })).status, 'Completed', 'the fourth paid cycle makes it owned');
});

test('licenses that were imported before become those of the subscription, with their devices', async () => {
  const key = await app.apiKey(app.demo, 'licenses:write', 'licenses:read');
  const licenses = importsOf(app, key);
  const owner = { ownerEmail: customer.email, productId: 'synth', expiresAt: inDays(20) };
  await licenses('licenses', ndjson([{ ...owner, externalId: `old-${customer.id}` }]));
  const shop = shopOf(app);
  const device = { id: customer.id, email: customer.email, headers: customer.auth };
  const token = await shop.activate(device, 'synth', 'mac');
  const id = await imported({ licenseExternalIds: [`old-${customer.id}`] });
  const { expiresAt } = await subscriptionNow(app, { id });
  const url = '/api/client/licenses/synth/validate';
  const headers = { 'content-type': 'text/plain' };
  const renewed = await app.inject({ method: 'POST', url, headers, payload: token });
  const claims = claimsOf(renewed.body);
  assert.deepEqual(
    [claims['l:id'], claims['s:id'], claims['exp']],
    [claimsOf(token)['l:id'], id, Math.floor(expiresAt.getTime() / 1_000)],
  );
  const all = await listLicenses(app.ctx, { customerId: customer.id, limit: 9 });
  assert.equal(all.length, 1, 'no second one was granted');
});

test('the same file can be imported again, and says so in a dry run that stores nothing', async () => {
  const lines = [line(), line()];
  const dry = await imports('subscriptions', ndjson([...lines, lines[0]]), { query: '?dryRun=true' });
  assert.deepEqual(statuses(dry.results), ['created', 'created', 'exists']);
  const first = await imports('subscriptions', ndjson([...lines, lines[0]]));
  assert.deepEqual(statuses(first.results), ['created', 'created', 'exists']);
  assert.equal(first.results[0]?.id, first.results[2]?.id);
  const again = await imports('subscriptions', ndjson(lines), { 'idempotency-key': 'again' });
  assert.deepEqual(statuses(again.results), ['exists', 'exists']);
  assert.deepEqual(
    again.results.map(({ id }) => id),
    [first.results[0]?.id, first.results[1]?.id],
  );
  assert.equal((await listOrders(app.ctx, { customerId: customer.id, limit: 9 })).length, 2);
});

test('a line that cannot be imported says why, names every issue, and leaves nothing behind', async () => {
  const past = new Date(app.system.clock.now().getTime() - DAY_MS).toISOString();
  assert.deepEqual(
    await issuesOf({
      ownerEmail: 'nobody@example.com',
      content: { type: 'Product', id: 'synth', variationId: 'synth-once' },
      price: { currency: 'JPY', amount: 7.5 },
      paidThrough: past,
      providerMethodId: 'pm_unknown',
      locale: 'German',
    }),
    {
      ownerEmail: ['The owner email is not a customer of this account.'],
      'content.variationId': ['The variation id of the content has no billing cycle.'],
      paidThrough: [
        'The paid through is in the past: only what is paid can go on here, and is charged at the end of that.',
      ],
      'price.currency': [
        'The currency of the price is not a currency of this account: it sells in EUR, USD.',
      ],
      locale: ['The locale must be a language such as de or en-GB.'],
      providerMethodId: [
        'The provider method id is no payment method at the payment provider that can be charged again.',
      ],
    },
  );
  assert.deepEqual(await listOrders(app.ctx, { customerId: customer.id, limit: 9 }), []);
});

test('each wrong field of a line has its sentence', async () => {
  const rent = { type: 'Product', id: 'synth', variationId: 'synth-rent' };
  const tomorrow = new Date(app.system.clock.now().getTime() + DAY_MS);
  const monthAgo = new Date(tomorrow.getTime() - 90 * DAY_MS).toISOString().slice(0, 10);
  const cases: readonly (readonly [object, string, RegExp])[] = [
    [{ ownerEmail: undefined }, 'ownerId', /is required, or another reference to the customer/],
    [{ content: { ...rent, id: 'app' } }, 'content.variationId', /is not a variation of app/],
    [{ content: { ...rent, id: 'nothing' } }, 'content.id', /is not a product of this account/],
    [
      { content: { ...rent, variationId: 'nothing' } },
      'content.variationId',
      /is not a variation of this account/,
    ],
    [{ content: { ...rent, quantity: 0 } }, 'content.quantity', /must be at least 1/],
    [{ cycleLength: 'Yearly' }, 'cycleLength', /must be Monthly, the billing cycle of synth-monthly/],
    [{ cycleLength: 'Fortnightly' }, 'cycleLength', /must be one of/],
    [{ price: { currency: 'EUR', amount: 1.005 } }, 'price.amount', /has more decimals than EUR/],
    [{ price: { currency: 'KWD', amount: 1.001 } }, 'price.amount', /has more decimals than payments in KWD/],
    [{ paidCycles: 1_201 }, 'paidCycles', /must be at most 1200/],
    [{ paidCycles: -1 }, 'paidCycles', /must be at least 0/],
    [
      { content: rent, paidCycles: 4 },
      'paidCycles',
      /must be less than 4: after that its licenses are perpetual/,
    ],
    [{ paidThrough: '2199-01-01T00:00:00Z' }, 'paidThrough', /must be within 10 years/],
    [{ startedAt: tomorrow.toISOString() }, 'startedAt', /must not be in the future/],
    [{ anchor: { date: '2026-02-30' } }, 'anchor.date', /is not a date/],
    [{ anchor: { date: 'May' } }, 'anchor.date', /must be a date such as 2026-01-31/],
    [{ anchor: { date: '2026-01-31', zone: 'Berlin' } }, 'anchor.zone', /must be a time zone/],
    [{ anchor: { date: monthAgo } }, 'paidThrough', /must be the end of a cycle that is counted from/],
    [{ providerMethodId: undefined, providerCustomerId: 'cus_1' }, 'providerMethodId', /is required with/],
    [
      { licenseExternalIds: ['none'] },
      'licenseExternalIds',
      /name none, which is no license of this account/,
    ],
    [{ licenseExternalIds: [] }, 'licenseExternalIds', /must name 1 of synth, not 0/],
  ];
  const { currencies } = app.ctx.account.settings;
  await updateSettings(app.ctx, { currencies: [...currencies, 'KWD'] });
  for (const [fields, field, sentence] of cases) {
    const errors = await issuesOf(fields);
    assert.deepEqual(Object.keys(errors), [field], JSON.stringify(errors));
    assert.match(errors[field]?.[0] ?? '', sentence);
  }
  await updateSettings(app.ctx, { currencies });
});

test('a price that the payment provider does not charge is refused', async () => {
  const provider = fakeProvider();
  provider.minimums = { EUR: 50 };
  provider.maximums = { EUR: 100_000 };
  const ctx = withProvider(app.ctx, provider);
  const issuesAt = async (amount: number, quantity = 1) => {
    const draft = {
      externalId: 'price',
      ownerEmail: customer.email,
      content: { type: 'Product', id: 'synth', variationId: 'synth-monthly', quantity },
      cycleLength: 'Monthly',
      price: { currency: 'EUR', amount },
      paidThrough: new Date(inDays(10)),
    } as const;
    const [entry] = await prepareSubscriptionImports(ctx, [draft], { isDryRun: true });
    return entry?.input.issues['price.amount'];
  };
  const issue = ['is less, or more, than the payment provider charges in this currency'];
  assert.deepEqual(await issuesAt(0.49), issue);
  assert.equal(await issuesAt(0.5), undefined);
  assert.equal(await issuesAt(0.25, 2), undefined, 'what one payment comes to');
  assert.deepEqual(await issuesAt(1_000.01), issue);
  assert.equal(await issuesAt(0), undefined, 'nothing is charged');
});

test('a license of somebody else, or of another subscription, is not taken over', async () => {
  const licenses = importsOf(app, await app.apiKey(app.demo, 'licenses:write'));
  const other = await shopper(app);
  const expiresAt = inDays(10);
  const ids = [`theirs-${customer.id}`, `mine-${customer.id}`, `app-${customer.id}`];
  await licenses(
    'licenses',
    ndjson([
      { ownerEmail: other.email, productId: 'synth', externalId: ids[0], expiresAt },
      { ownerEmail: customer.email, productId: 'synth', externalId: ids[1], expiresAt },
      { ownerEmail: customer.email, productId: 'app', externalId: ids[2], expiresAt },
    ]),
  );
  await imported({ licenseExternalIds: [ids[1]] });
  assert.deepEqual((await issuesOf({ licenseExternalIds: [...ids, ids[0]] }))['licenseExternalIds'], [
    `The license external ids name ${ids[0]}, which belongs to another customer.`,
    `The license external ids name ${ids[1]}, which belongs to another subscription.`,
    `The license external ids name ${ids[2]}, which is a license of app.`,
    `The license external ids name ${ids[0]} twice.`,
  ]);
});

test('a license that was bought here, or that is perpetual, does not become one of a subscription', async () => {
  const key = await app.apiKey(app.demo, 'licenses:write');
  const once = { ...ONE_APP, productId: 'synth', variationId: 'synth-once' };
  const { pay } = await checkOut(app, [once], customer.auth);
  const payload = { name: 'Ann Buyer', email: customer.email, ...CONSENT };
  const paid = await app.inject({ method: 'POST', url: pay, payload, headers: customer.auth });
  assert.equal(paid.json().status, 'Completed', paid.body);
  const [license = assert.fail()] = await listLicenses(app.ctx, { customerId: customer.id, limit: 9 });
  const ids = [`bought-${customer.id}`, `perpetual-${customer.id}`];
  const change = await app.inject({
    method: 'PATCH',
    url: `/api/licenses/${license.id}`,
    payload: { externalId: ids[0], expiresAt: inDays(10) },
    headers: key,
  });
  assert.equal(change.statusCode, 200, change.body);
  const mine = { ownerEmail: customer.email, productId: 'synth', externalId: ids[1] };
  await importsOf(app, key)('licenses', ndjson([mine]));
  const before = await listLicenses(app.ctx, { customerId: customer.id, limit: 9 });
  assert.deepEqual((await issuesOf({ licenseExternalIds: ids }))['licenseExternalIds'], [
    `The license external ids name ${ids[0]}, which was bought here.`,
    `The license external ids name ${ids[1]}, which is perpetual: the subscription would end it.`,
  ]);
  assert.deepEqual(await listLicenses(app.ctx, { customerId: customer.id, limit: 9 }), before);
});

test('another account has its own ids and customers, and a key without the scope imports nothing', async () => {
  const id = await imported();
  const { externalId } = await subscriptionNow(app, { id });
  const key = await app.apiKey(app.other, 'subscriptions:write');
  const send = (headers: Record<string, string>) =>
    app.injectAs(app.other, {
      method: 'POST',
      url: '/api/import/subscriptions',
      headers: { ...headers, 'content-type': 'application/x-ndjson' },
      payload: ndjson([{ ...line(), externalId }]),
    });
  const [result] = (await send(key)).body.split('\n').map((text) => text && JSON.parse(text));
  assert.deepEqual(
    [result.status, Object.keys(result.errors).includes('ownerEmail')],
    ['invalid', true],
    'nothing of the first account is found',
  );
  const changing = await app.apiKey(app.other, 'subscriptions:read', 'customers:write');
  assert.equal((await send(changing)).statusCode, 403);
});

test('a provider that limits its answers is asked again, several lines at once, and of what exists nothing', async () => {
  const provider = fakeProvider();
  const port = provider.savedMethods ?? assert.fail();
  const method = { reference: 'pm_1', customerReference: 'cus_1', label: { brand: 'visa' } };
  let [calls, running, most] = [0, 0, 0];
  const find = async () => {
    calls += 1;
    const isFirst = calls === 1;
    running += 1;
    most = Math.max(most, running);
    await nextTurn();
    running -= 1;
    if (isFirst) throw new ProviderError('Unavailable', 'too many requests');
    return method;
  };
  const ctx = withProvider(app.ctx, { ...provider, savedMethods: { ...port, find } });
  const drafts = Array.from({ length: 9 }, (_, index) => ({
    externalId: `many-${index}`,
    ownerEmail: customer.email,
    content: { type: 'Product', id: 'synth', variationId: 'synth-monthly' } as const,
    cycleLength: 'Monthly' as const,
    price: { currency: 'EUR', amount: 7.5 },
    paidThrough: new Date(inDays(10)),
    providerMethodId: 'pm_1',
  }));
  const prepare = () => prepareSubscriptionImports(ctx, drafts, { isDryRun: false });
  const entries = await prepare();
  assert.deepEqual(
    entries.map(({ input }) => [input.draft.externalId, input.method?.method.reference, input.issues]),
    drafts.map(({ externalId }) => [externalId, 'pm_1', {}]),
  );
  assert.deepEqual([calls, most], [10, 4]);
  await transaction(app.ctx, (tx) =>
    importSubscriptions(
      tx,
      entries.map(({ input }) => input),
    ),
  );
  await prepare();
  assert.equal(calls, 10, 'they exist by now');
});
