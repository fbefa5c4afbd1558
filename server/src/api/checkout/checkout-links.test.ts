import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../modules/accounts/index.ts';
import { listPayments } from '../../modules/payments/index.ts';
import { endSessions } from '../../modules/identity/sessions/end-sessions.ts';
import { transaction } from '../../platform/context/context.ts';
import { updateCustomer } from '../../modules/customers/store.ts';
import type { MailTables } from '../../platform/mail/tables.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { merchantOf } from '../../../test/merchant.ts';
import { report } from '../../../test/payments.ts';
import { checkOut, patchOrder, shopper, stockShop } from '../../../test/shop.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0, signUpPerMinute: 0 } });
});
after(() => app.close());

const NOBODY = { name: null, email: null, locked: false };
const DAY_MS = 86_400_000;

const pay = (url: string, body: object = {}) =>
  app.inject({ method: 'POST', url, payload: { name: 'Gus Guest', email: 'gus@example.com', ...body } });

/** Another link to the order, which anybody with its id can get. */
async function linkTo(orderId: string, headers: Record<string, string> = {}) {
  const response = await app.inject({ url: `/api/customer/orders/${orderId}?checkout=true`, headers });
  const { pathname } = new URL(response.json<{ checkoutUrl: string }>().checkoutUrl);
  return { show: `/api${pathname}`, pay: `/api${pathname}/pay` };
}

const buyerAt = async (url: string) => (await app.inject({ url })).json<{ buyer: unknown }>().buyer;

test('a link shows who buys to the link that began the payment, before and after it succeeds', async () => {
  const { orderId, show, pay: url } = await checkOut(app);
  const spy = await linkTo(orderId);
  const email = `${randomUUID()}@example.com`;
  await pay(url, { email, sandboxOutcome: 'Fail' });
  const buyer = { name: 'Gus Guest', email, locked: false };
  assert.deepEqual([await buyerAt(show), await buyerAt(spy.show)], [buyer, NOBODY]);
  await pay(url, { email });
  assert.deepEqual([await buyerAt(show), await buyerAt(spy.show)], [buyer, NOBODY]);
});

test('the links of a signed-in customer show the customer, and those of strangers nobody', async () => {
  const customer = await shopper(app);
  const { orderId, show, pay: url } = await checkOut(app, undefined, customer.auth);
  const [own, stranger] = [await linkTo(orderId, customer.auth), await linkTo(orderId)];
  const buyer = { name: 'Ann Buyer', email: customer.email, locked: true };
  assert.deepEqual([await buyerAt(show), await buyerAt(own.show)], [buyer, buyer]);
  assert.deepEqual(await buyerAt(stranger.show), NOBODY);
  assert.equal((await pay(url)).json().status, 'Completed');
  assert.deepEqual(await buyerAt(stranger.show), NOBODY);
  assert.deepEqual(await buyerAt(own.show), { ...buyer, name: 'Gus Guest' }, 'as billed');
});

/** A customer's cart, and a link to it that was created without the customer's token. */
async function strangersLink(items?: readonly object[]) {
  const owner = await shopper(app);
  const { orderId } = await checkOut(app, items, owner.auth);
  return { orderId, owner, link: await linkTo(orderId) };
}

const mails = () => app.system.database.reader.tables<MailTables>().selectFrom('mails').selectAll().execute();

const PAYER = { name: 'Pat Payer', email: 'pat@example.com' };

test('paying a customer’s cart without the customer’s token buys for the customer, and the page says so', async () => {
  const { orderId, owner, link } = await strangersLink();
  const page = (await app.inject({ url: link.show })).json();
  assert.deepEqual([page.forOwner, page.taken, page.buyer], [true, false, NOBODY]);
  const failed = (await pay(link.pay, { ...PAYER, sandboxOutcome: 'Fail' })).json();
  assert.deepEqual([failed.status, failed.buyer], ['Open', { ...PAYER, locked: false }], 'for another try');
  const paid = await pay(link.pay, PAYER);
  assert.deepEqual([paid.json().status, paid.json().forOwner], ['Completed', true]);
  for (const { body } of [paid, await app.inject({ url: link.show })])
    assert.ok(!body.includes(owner.email) && !body.includes('Ann Buyer'), body);

  const order = (await app.inject({ url: `/api/customer/orders/${orderId}`, headers: owner.auth })).json();
  assert.deepEqual([order.customer.name, order.customer.email], ['Ann Buyer', owner.email]);
  const licenses = await app.inject({ url: '/api/customer/inventory/licenses', headers: owner.auth });
  assert.equal(licenses.json().items.length, 1);
  const receipts = (await mails()).filter(
    ({ kind, recipient }) => kind === 'Receipt' && [owner.email, PAYER.email].includes(recipient),
  );
  assert.deepEqual(
    receipts.map(({ recipient, textBody }) => [recipient, textBody.includes(PAYER.email)]),
    [[owner.email, false]],
  );
});

test('the invoice that a provider issued to a payer is the vendor’s to see, and not the customer’s', async () => {
  const { orderId, owner, link } = await strangersLink();
  await pay(link.pay, { ...PAYER, sandboxOutcome: 'Delay' });
  const [payment = assert.fail('no payment')] = await listPayments(app.ctx, { kind: 'Order', id: orderId });
  const invoiceUrl = 'https://provider.example/invoice-to-pat';
  await report(app.ctx, payment, { ...payment, kind: 'Succeeded', details: { invoiceUrl } });
  const receipts = (await mails()).filter(({ recipient }) => recipient === owner.email);
  assert.equal(receipts.filter(({ kind }) => kind === 'Receipt').length, 1);
  for (const { textBody, htmlBody } of receipts) assert.ok(!`${textBody}${htmlBody}`.includes(invoiceUrl));
  const url = `/api/customer/orders/${orderId}`;
  const own = await app.inject({ url: `${url}/documents`, headers: owner.auth });
  assert.deepEqual([own.statusCode, own.json()], [200, { invoiceAvailable: false, items: [] }]);
  for (const path of ['receipt', 'receipt.pdf']) {
    const { statusCode, headers } = await app.inject({ url: `${url}/${path}`, headers: owner.auth });
    assert.deepEqual([statusCode, headers.location], [404, undefined]);
  }
  const merchant = await merchantOf(app);
  const all = await merchant.call('GET', `/api/orders/${orderId}/documents`);
  assert.deepEqual(all, { items: [], providerUrl: invoiceUrl, invoiceCorrectable: false });
});

test('a payer’s link shows what was typed at it to itself alone', async () => {
  const { orderId, owner, link } = await strangersLink();
  await pay(link.pay, { ...PAYER, sandboxOutcome: 'Fail' });
  assert.deepEqual(await buyerAt((await linkTo(orderId)).show), NOBODY);
  assert.deepEqual(await buyerAt((await linkTo(orderId, owner.auth)).show), {
    name: 'Ann Buyer',
    email: owner.email,
    locked: true,
  });
});

test('nobody pays for a customer who is deleted', async () => {
  const { orderId, owner, link } = await strangersLink();
  await app.system.database.transaction((tx) =>
    updateCustomer(tx, app.demo.id, owner.id, { isDeleted: true }),
  );
  const refused = await pay(link.pay, PAYER);
  assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'OrderTaken']);
  assert.match(refused.json().detail, /was deleted\. Nothing was charged\./);
  assert.equal((await app.inject({ url: `/api/customer/orders/${orderId}` })).json().status, 'Open');
});

test('a cart that somebody else takes over is not paid by the previous link, and the page says so', async () => {
  const { orderId, show, pay: url } = await checkOut(app);
  const other = await shopper(app);
  await patchOrder(app, orderId, {}, { headers: other.auth });
  const page = (await app.inject({ url: show })).json();
  assert.deepEqual([page.taken, page.buyer], [true, NOBODY]);
  const refused = await pay(url);
  assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'OrderTaken']);
  const order = (await app.inject({ url: `/api/customer/orders/${orderId}`, headers: other.auth })).json();
  assert.equal(order.status, 'Open', 'nothing was charged');
});

test('while a payment runs, the link that started it waits for it, and any other says that it is not theirs', async () => {
  const { orderId, show, pay: url } = await checkOut(app);
  const other = await linkTo(orderId);
  const started = (await pay(url, { sandboxOutcome: 'Delay' })).json();
  assert.deepEqual([started.status, started.taken], ['PaymentProcessing', false]);
  assert.equal((await pay(url)).json().taken, false, 'a second click');
  assert.equal((await app.inject({ url: show })).json().taken, false);
  const page = (await app.inject({ url: other.show })).json();
  assert.deepEqual([page.status, page.taken, page.buyer], ['PaymentProcessing', true, NOBODY]);
  const refused = await pay(other.pay);
  assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'OrderTaken']);
  assert.match(refused.json().detail, /on another checkout page\. Nothing was charged here\./);
});

test('a running payment of a customer is that customer’s at each of their links, and at no stranger’s', async () => {
  const customer = await shopper(app);
  const { orderId, pay: url } = await checkOut(app, undefined, customer.auth);
  const [own, stranger] = [await linkTo(orderId, customer.auth), await linkTo(orderId)];
  await pay(url, { sandboxOutcome: 'Delay' });
  const isTakenAt = async (at: string) => (await app.inject({ url: at })).json().taken;
  assert.deepEqual([await isTakenAt(own.show), await isTakenAt(stranger.show)], [false, true]);
  assert.deepEqual([(await pay(own.pay)).statusCode, (await pay(stranger.pay)).statusCode], [200, 409]);
});

test('a payment by a stranger’s link is not shown to the customer as their own', async () => {
  const { orderId, owner, link } = await strangersLink();
  const own = await linkTo(orderId, owner.auth);
  await pay(link.pay, { ...PAYER, sandboxOutcome: 'Delay' });
  const page = (await app.inject({ url: own.show })).json();
  assert.deepEqual([page.status, page.taken], ['PaymentProcessing', true]);
  assert.equal((await pay(own.pay)).json().errorType, 'OrderTaken');
});

test('a guest’s input is not shown to the customer who takes the cart over', async () => {
  const { orderId, pay: url } = await checkOut(app);
  const email = `${randomUUID()}@example.com`;
  await pay(url, { email, sandboxOutcome: 'Fail' });
  const other = await shopper(app);
  await patchOrder(app, orderId, {}, { headers: other.auth });
  const { body } = await app.inject({ url: (await linkTo(orderId, other.auth)).show });
  assert.ok(!body.includes(email) && !body.includes('Gus Guest'), body);
});

test('the links of a customer end with their sessions, as at a new password: page, payment and receipt', async () => {
  const customer = await shopper(app);
  const [open, paid] = [
    await checkOut(app, undefined, customer.auth),
    await checkOut(app, undefined, customer.auth),
  ];
  assert.equal((await pay(paid.pay)).json().status, 'Completed');
  const receipt = `${paid.show}/receipt.pdf`;
  assert.equal((await app.inject({ url: receipt })).statusCode, 200);
  await transaction(app.ctx, (tx) => endSessions(tx, { customerId: customer.id }, 'PasswordChanged'));
  const refused = [
    await app.inject({ url: open.show }),
    await pay(open.pay),
    await app.inject({ url: paid.show }),
    await app.inject({ url: receipt }),
  ];
  for (const response of refused)
    assert.deepEqual([response.statusCode, response.json().errorType], [404, 'CheckoutLinkExpired']);
});

test('links are good for a day', async () => {
  app.system.clock.hold('it follows the link in the last millisecond of the day');
  const { show, pay: url } = await checkOut(app);
  app.system.clock.advance(DAY_MS - 1);
  assert.equal((await app.inject({ url: show })).statusCode, 200);
  app.system.clock.advance(1);
  for (const response of [await app.inject({ url: show }), await pay(url)])
    assert.deepEqual([response.statusCode, response.json().errorType], [404, 'CheckoutLinkExpired']);
});

test('a link whose time, name or place was altered leads nowhere', async () => {
  const { orderId, show } = await checkOut(app);
  const token = show.split('/').at(-1) ?? '';
  const parts = token.split('~');
  const later = (Number.parseInt(parts[0] ?? '', 36) + 1).toString(36);
  const other = await checkOut(app);
  const altered = [
    `${orderId}/${parts.with(0, later).join('~')}`,
    `${orderId}/${parts.with(1, randomUUID()).join('~')}`,
    `${other.orderId}/${token}`,
    `${orderId}/${[...parts.slice(0, -1), ''].join('~')}`,
  ];
  for (const path of altered)
    assert.equal((await app.inject({ url: `/api/checkout/${path}` })).statusCode, 404);
  // The client chooses the id of an order, so another account may have one with the same id.
  const same = { url: `/api/customer/orders/${orderId}`, method: 'PATCH', payload: { items: [] } } as const;
  assert.equal((await app.injectAs(app.other, same)).statusCode, 200);
  assert.equal((await app.injectAs(app.other, { url: show })).statusCode, 404);
  assert.equal((await app.inject({ url: show })).statusCode, 200);
});

test('an empty cart, and an order that is paid, have no checkout', async () => {
  const id = randomUUID();
  const empty = (await patchOrder(app, id, { items: [] }, { query: '?checkout=true' })).json();
  const { orderId, pay: url } = await checkOut(app);
  await pay(url);
  const paid = (await app.inject({ url: `/api/customer/orders/${orderId}?checkout=true` })).json();
  for (const order of [empty, paid])
    for (const name of ['checkoutUrl', 'hostedCheckoutUrl', 'embeddedCheckoutUrl'])
      assert.equal(name in order, false, name);
});
