import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { jobHandlers } from '../../jobs.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { recordDownload } from '../../modules/licensing/index.ts';
import { listOrdersOfSubscription } from '../../modules/orders/index.ts';
import { createReleaseFromFiles } from '../../modules/releases/index.ts';
import type { MailTables } from '../../platform/mail/tables.ts';
import { startJobWorker } from '../../platform/jobs/start-job-worker.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { refundFails } from '../../../test/late-money.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { checkOut, ONE_APP, shopper, stockShop } from '../../../test/shop.ts';
import { nextStep, subscribe } from '../../../test/subscriptions.ts';
import { CONSENT } from '../../../test/taxed-checkout.ts';

let app: TestApp;
let desk: Merchant;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, {
    limits: { paymentsPerMinute: 0, signUpPerMinute: 0, withdrawalsPerMinute: 0 },
  });
  desk = await merchantOf(app, app.demo, 'orders:read', 'orders:write', 'licenses:read');
});
after(() => app.close());

const TWO_SYNTHS = { type: 'Product', productId: 'synth', variationId: 'synth-once', quantity: 2 };
const BERLIN = { countryCode: 'DE', streetAddress1: 'Weg 1', postCode: '10115', locality: 'Berlin' };

interface Line {
  readonly lineId: string;
  readonly title: string;
  readonly entitlement: string;
  readonly status: string;
  readonly quantity: number;
  readonly refundId?: string;
  readonly waivedText?: string;
  readonly accessedAt?: string;
  readonly withdrawal?: { readonly status: string };
}

interface Withdrawal {
  readonly id: string;
  readonly status: string;
  readonly lines: readonly Line[];
}

interface Sale {
  readonly orderId: string;
  readonly claim: { readonly orderNumber: string; readonly email: string };
}

/** Buys an app and two synths, as a guest from Berlin who has consented unless it says otherwise. */
async function buy(details: object = CONSENT, auth: Record<string, string> = {}): Promise<Sale> {
  const { orderId, pay } = await checkOut(app, [ONE_APP, TWO_SYNTHS], auth);
  const email = `${randomUUID()}@example.com`;
  const payload = { name: 'Ann Buyer', email, billing: { address: BERLIN }, locale: 'de-DE', ...details };
  const paid = await app.inject({ method: 'POST', url: pay, payload });
  assert.equal(paid.json().status, 'Completed', paid.body);
  return { orderId, claim: { orderNumber: paid.json().orderNumber, email } };
}

const post = (path: string, payload: object) =>
  app.inject({ method: 'POST', url: `/api/customer/withdrawals${path}`, payload });

async function linesOf(claim: object): Promise<readonly Line[]> {
  const response = await post('/order', claim);
  assert.equal(response.statusCode, 200, response.body);
  return response.json().lines;
}

async function withdrawAll({ claim }: Sale, more: object = {}): Promise<Withdrawal> {
  const lineIds = (await linesOf(claim)).map(({ lineId }) => lineId);
  const response = await post('', { ...claim, lineIds, ...more });
  assert.equal(response.statusCode, 201, response.body);
  return response.json();
}

async function mailsTo(email: string, kind: string) {
  return app.system.database.reader
    .tables<MailTables>()
    .selectFrom('mails')
    .selectAll()
    .where('accountId', '=', app.demo.id)
    .where('recipient', '=', email)
    .where('kind', '=', kind)
    .execute();
}

/** Activates a device with a license of the order, as the customer. */
async function activate(productId: string, auth: Record<string, string>): Promise<void> {
  const payload = { deviceName: 'Laptop', deviceSignature: randomUUID() };
  const url = `/api/client/licenses/${productId}/request`;
  const response = await app.inject({ method: 'POST', url, payload, headers: auth });
  assert.equal(response.statusCode, 200, response.body);
}

test('the number and the address open an order for withdrawal; a wrong one of them says no more than another', async () => {
  const { claim } = await buy();
  const lines = await linesOf({ ...claim, email: claim.email.toUpperCase() });
  assert.deepEqual(
    lines.map(({ title, quantity, entitlement }) => [title, quantity, entitlement]),
    [
      ['App, Perpetual', 1, 'Entitled'],
      ['Synth, Once', 2, 'Entitled'],
    ],
  );
  assert.match(lines[0]?.waivedText ?? '', /^Liefern Sie meine Lizenzen sofort/);
  const other = await buy();
  const wrong = [
    { ...claim, email: other.claim.email },
    { ...claim, orderNumber: other.claim.orderNumber },
    { ...claim, orderNumber: 'none' },
  ];
  const refusals = await Promise.all(wrong.map((each) => post('/order', each)));
  for (const refusal of refusals) {
    assert.equal(refusal.json().errorType, 'WithdrawalOrderUnknown');
    assert.equal(refusal.json().detail, refusals[0]?.json().detail);
  }
  const elsewhere = await app.injectAs(app.other, {
    method: 'POST',
    url: '/api/customer/withdrawals/order',
    payload: claim,
  });
  assert.equal(elsewhere.statusCode, 404);
});

test('a withdrawal is confirmed by mail at once, with its contents, date and time; each line is withdrawn once', async () => {
  const sale = await buy();
  const { claim } = sale;
  const withdrawal = await withdrawAll(sale, { locale: 'de-DE', statement: 'Passt nicht zu mir.' });
  assert.equal(withdrawal.status, 'Open');
  const [mail, ...more] = await mailsTo(claim.email, 'Withdrawal');
  assert.equal(more.length, 0);
  const text = mail?.textBody.replaceAll(/\s+/g, ' ') ?? '';
  for (const part of [
    claim.orderNumber,
    'Widerruf eingegangen',
    'Sie haben den Vertrag für diese Artikel widerrufen.',
    'App, Perpetual',
    '2 × Synth, Once',
    'Passt nicht zu mir.',
    'zugestimmt, das Produkt aber noch nicht heruntergeladen oder aktiviert. Ihr Widerrufsrecht besteht deshalb weiter.',
    'Sie erhalten Ihr Geld innerhalb von 14 Tagen zurück.',
    'UTC',
  ])
    assert.ok(text.includes(part), `${part}: ${text}`);
  const [line] = await linesOf(claim);
  assert.deepEqual(line?.withdrawal, { status: 'Open' });
  const again = await post('', { ...claim, lineIds: [line?.lineId] });
  assert.deepEqual([again.statusCode, again.json().errorType], [409, 'NothingToWithdraw']);
  assert.match(again.json().detail, /App, Perpetual/);
  const unknown = await post('', { ...claim, lineIds: [line?.lineId, 'other'] });
  assert.deepEqual(Object.keys(unknown.json().errors), ['lineIds[1]']);
});

test('what its buyer has downloaded is used, with a link of the page after the payment or of the account', async () => {
  const [ann, bob] = [await shopper(app), await shopper(app)];
  for (const productId of ['app', 'synth']) {
    const files = [
      { name: `${productId}.zip`, platform: 'Universal', content: Buffer.from(productId) },
    ] as const;
    await createReleaseFromFiles(app.ctx, { productId, version: '1.0.0', files, isPublished: true });
  }
  const latest = '/api/customer/inventory/products/synth/download/Universal/latest';
  const { orderId, pay } = await checkOut(app, [ONE_APP, TWO_SYNTHS], ann.auth);
  const payload = {
    name: 'Ann',
    email: ann.email,
    billing: { address: BERLIN },
    locale: 'de-DE',
    ...CONSENT,
  };
  const paid = (await app.inject({ method: 'POST', url: pay, payload })).json();
  const claim = { orderNumber: paid.orderNumber, email: ann.email };
  const entitlements = async () => (await linesOf(claim)).map(({ entitlement }) => entitlement);
  assert.deepEqual(
    paid.files.map(({ name }: { name: string }) => name),
    ['app.zip', 'synth.zip'],
  );
  await app.inject({ url: latest, headers: bob.auth });
  assert.deepEqual(await entitlements(), ['Entitled', 'Entitled'], `nobody has downloaded ${orderId}`);
  const { pathname, searchParams } = new URL(paid.files[0].url);
  const file = (query: URLSearchParams) => app.inject({ url: `${pathname}?${query.toString()}` });
  for (const customer of [bob.id, '']) {
    const forged = new URLSearchParams(searchParams);
    forged.set('customer', customer);
    assert.equal((await file(forged)).statusCode, 404);
  }
  assert.equal((await file(searchParams)).body, 'app');
  const [line] = await linesOf(claim);
  assert.deepEqual(await entitlements(), ['Waived', 'Entitled']);
  assert.equal((await app.inject({ url: latest, headers: ann.auth })).statusCode, 302);
  assert.deepEqual(await entitlements(), ['Waived', 'Waived']);
  app.system.clock.advance(60_000);
  await file(searchParams);
  assert.equal(
    (await linesOf(claim))[0]?.accessedAt,
    line?.accessedAt,
    'it was used from the first download on',
  );
});

test('a download does not wait for a database that cannot record it, and leaves the right to withdraw', async () => {
  const ann = await shopper(app);
  const { claim } = await buy({ ...CONSENT, email: ann.email }, ann.auth);
  const entitlement = async () => (await linesOf({ ...claim, email: ann.email }))[0]?.entitlement;
  const { database } = app.system;
  const full = {
    engine: database.engine,
    reader: database.reader,
    transaction: () => Promise.reject(new Error('full')),
  };
  const download = { customerId: ann.id, productId: 'app', version: '1.0.0' };
  await recordDownload({ ...app.ctx, database: { ...database, ...full } }, download);
  assert.equal(await entitlement(), 'Entitled');
  await recordDownload(app.ctx, download);
  assert.equal(await entitlement(), 'Waived');
});

test('of two withdrawals of a line at the same time, one is stored', async () => {
  const { claim } = await buy();
  const lineIds = (await linesOf(claim)).map(({ lineId }) => lineId);
  const responses = await Promise.all([1, 2, 3].map(() => post('', { ...claim, lineIds })));
  assert.deepEqual(
    responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b),
    [201, 409, 409],
  );
  assert.equal((await mailsTo(claim.email, 'Withdrawal')).length, 1);
});

test('line by line it says what was waived and used, what is late, and who has no such right', async () => {
  const ann = await shopper(app);
  const { claim } = await buy({ ...CONSENT, email: ann.email }, ann.auth);
  const own = { ...claim, email: ann.email };
  await activate('app', ann.auth);
  const [appLine, synthLine] = await linesOf(own);
  assert.deepEqual([appLine?.entitlement, synthLine?.entitlement], ['Waived', 'Entitled']);
  assert.ok(appLine?.accessedAt !== undefined && synthLine?.accessedAt === undefined);
  const business = await buy({ billing: { address: BERLIN, businessName: 'Ann GmbH' } });
  assert.equal((await linesOf(business.claim))[0]?.entitlement, 'Business');
  const abroad = await buy({ billing: { address: { ...BERLIN, countryCode: 'CH', postCode: '8001' } } });
  assert.equal((await linesOf(abroad.claim))[0]?.entitlement, 'OtherCountry');
  const late = await buy();
  app.system.clock.advance(16 * 24 * 60 * 60 * 1_000);
  assert.equal((await linesOf(late.claim))[0]?.entitlement, 'Late');
});

test('the vendor grants lines with a refund that takes the licenses back, and declines others with a reason', async () => {
  const sale = await buy();
  const { id, lines } = await withdrawAll(sale);
  const [app1, synths] = lines;
  const open = await desk.call<{ items: Withdrawal[] }>('GET', '/api/withdrawals?open=true');
  assert.ok(open.items.some((each) => each.id === id));
  const decline = { lineIds: [app1?.lineId], reason: 'Sie nutzen es schon lange.' };
  const declined = await desk.call<Withdrawal>('POST', `/api/withdrawals/${id}/decline`, decline);
  assert.deepEqual(
    declined.lines.map(({ status }) => status),
    ['Declined', 'Open'],
  );
  const [mail] = await mailsTo(sale.claim.email, 'WithdrawalDeclined');
  assert.ok(mail?.textBody.includes('Sie nutzen es schon lange.'));
  assert.doesNotMatch(
    mail?.textBody.replaceAll(/\s+/g, ' ') ?? '',
    /right of withdrawal holds|money back/,
    'nothing that contradicts the decision',
  );
  const granted = await desk.call<Withdrawal>('POST', `/api/withdrawals/${id}/grant`, {});
  assert.equal(granted.status, 'Closed');
  const order = await desk.call<{
    refunds: { id: string; status: string }[];
    licenses: { status: string }[];
  }>('GET', `/api/orders/${sale.orderId}`);
  assert.deepEqual(
    order.refunds.map((refund) => [refund.id, refund.status]),
    [[granted.lines[1]?.refundId, 'Succeeded']],
  );
  assert.deepEqual(order.licenses.map(({ status }) => status).toSorted(), ['Active', 'Revoked', 'Revoked']);
  const twice = await desk.send('POST', `/api/withdrawals/${id}/grant`, {});
  assert.deepEqual([twice.statusCode, twice.json().errorType], [409, 'WithdrawalDecided']);
  const mercy = { lineIds: [app1?.lineId] };
  const later = await desk.call<Withdrawal>('POST', `/api/withdrawals/${id}/grant`, mercy);
  assert.deepEqual(
    later.lines.map(({ status }) => status),
    ['Granted', 'Granted'],
  );
  assert.equal(synths?.quantity, 2);
  const wrong = await desk.send('POST', `/api/withdrawals/${id}/grant`, { lineIds: ['other'] });
  assert.deepEqual(Object.keys(wrong.json().errors), ['lineIds[0]']);
});

test('with the setting, what the law gives is refunded by itself, and the rest waits', async () => {
  const account = await updateSettings(app.ctx, { grantsWithdrawals: true });
  assert.equal(account.settings.grantsWithdrawals, true);
  try {
    const ann = await shopper(app);
    const sale = await buy({ ...CONSENT, email: ann.email }, ann.auth);
    await activate('app', ann.auth);
    const own = { ...sale, claim: { ...sale.claim, email: ann.email } };
    const { id } = await withdrawAll(own);
    const worker = startJobWorker(app.system, jobHandlers(app.system), { pollIntervalMs: 0 });
    await worker.drain();
    await worker.stop();
    const after = await desk.call<Withdrawal>('GET', `/api/withdrawals/${id}`);
    assert.deepEqual(
      after.lines.map(({ entitlement, status }) => [entitlement, status]),
      [
        ['Waived', 'Open'],
        ['Entitled', 'Granted'],
      ],
    );
    const order = await desk.call<{ refunds: { amount: object }[] }>('GET', `/api/orders/${sale.orderId}`);
    assert.deepEqual(order.refunds[0]?.amount, { currency: 'EUR', amount: 198 });
    await desk.call('POST', `/api/withdrawals/${id}/decline`, { reason: 'You use it.' });
    const texts = await Promise.all(
      (['Withdrawal', 'WithdrawalDeclined'] as const).map(async (kind) => {
        const [mail] = await mailsTo(ann.email, kind);
        return mail?.textBody.replaceAll(/\s+/g, ' ') ?? '';
      }),
    );
    assert.match(texts[0] ?? '', /Your right of withdrawal has ended\. The seller decides\./);
    assert.match(texts[1] ?? '', /Your right of withdrawal has ended\.(?! The seller decides)/);
  } finally {
    await updateSettings(app.ctx, { grantsWithdrawals: false });
  }
});

test('a withdrawal whose refund fails at the bank waits for the vendor again, also where that was made by hand before', async () => {
  const sale = await buy();
  const { id, lines } = await withdrawAll(sale);
  const statuses = async () => {
    const withdrawal = await desk.call<Withdrawal>('GET', `/api/withdrawals/${id}`);
    return [withdrawal.status, ...withdrawal.lines.map((line) => line.status)];
  };
  await desk.call('POST', `/api/withdrawals/${id}/grant`, { lineIds: [lines[0]?.lineId] });
  await refundFails(app, sale.orderId);
  assert.deepEqual(await statuses(), ['Open', 'Open', 'Open']);
  await desk.call('POST', `/api/orders/${sale.orderId}/refunds`, {});
  await desk.call('POST', `/api/withdrawals/${id}/grant`, {});
  assert.deepEqual(await statuses(), ['Closed', 'Granted', 'Granted']);
  await refundFails(app, sale.orderId);
  assert.deepEqual(await statuses(), ['Open', 'Open', 'Open']);
});

test('withdrawals need a key with the scope, and are those of the account', async () => {
  const { id } = await withdrawAll(await buy());
  const elsewhere = await merchantOf(app, app.other, 'orders:read', 'orders:write');
  const reader = await merchantOf(app, app.demo, 'orders:read');
  assert.equal((await app.inject({ url: '/api/withdrawals' })).statusCode, 401);
  assert.equal((await elsewhere.send('GET', `/api/withdrawals/${id}`)).statusCode, 404);
  assert.equal((await elsewhere.send('POST', `/api/withdrawals/${id}/grant`, {})).statusCode, 404);
  assert.equal((await reader.send('POST', `/api/withdrawals/${id}/grant`, {})).statusCode, 403);
  const list = await elsewhere.call<{ items: unknown[] }>('GET', '/api/withdrawals');
  assert.deepEqual(list.items, []);
});

test('looking up and withdrawing are limited by address', async () => {
  await updateSettings(app.ctx, { limits: { withdrawalsPerMinute: 2 } });
  const claim = { orderNumber: 'K7QM-4T2P', email: 'a@b.example' };
  const statuses = [];
  for (const path of ['/order', '', '/order', ''])
    statuses.push((await post(path, { ...claim, lineIds: ['1'] })).statusCode);
  assert.deepEqual(statuses, [404, 404, 429, 429]);
  await updateSettings(app.ctx, { limits: { withdrawalsPerMinute: 0 } });
});

test('a renewal is no new contract: it is used with the licenses of the first order, and late fourteen days after that', async () => {
  const terms = { cycle: 'Weekly', method: 'Succeeds', consentAt: app.system.clock.now() } as const;
  const { subscription, customer } = await subscribe(app, terms);
  const entitlements = async () => {
    const { id: subscriptionId, orderId: firstOrderId } = subscription;
    const orders = await listOrdersOfSubscription(app.ctx, { subscriptionId, firstOrderId, limit: 9 });
    const lines = orders
      .toReversed()
      .map(({ order }) => linesOf({ orderNumber: order.number, email: customer.email }));
    return (await Promise.all(lines)).flat().map(({ entitlement }) => entitlement);
  };
  assert.deepEqual(await entitlements(), ['Entitled'], 'nobody has used it');
  await activate('app', customer.auth);
  await nextStep(app, subscription);
  assert.deepEqual(await entitlements(), ['Waived', 'Waived']);
  await nextStep(app, subscription);
  await nextStep(app, subscription);
  assert.deepEqual(await entitlements(), ['Late', 'Late', 'Late', 'Late']);
});

test('the withdrawals of an order are listed by its id, and those of another order are not', async () => {
  const [one, other] = [await buy(), await buy()];
  const { id } = await withdrawAll(one);
  await withdrawAll(other);
  const idsOf = async (orderId: string) => {
    const { items } = await desk.call<{ items: Withdrawal[] }>('GET', `/api/withdrawals?orderId=${orderId}`);
    return items.map((withdrawal) => withdrawal.id);
  };
  assert.deepEqual(await idsOf(one.orderId.toUpperCase()), [id]);
  assert.deepEqual(await idsOf(randomUUID()), []);
});
