import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { checkOut, ONE_APP, shopper, stockShop } from '../../../../test/shop.ts';
import type { MailTables } from '../../../platform/mail/tables.ts';
import { updateSettings } from '../../accounts/index.ts';

let app: TestApp;
let key: Record<string, string>;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0, signUpPerMinute: 0 } });
  key = await app.apiKey(app.demo);
});
after(() => app.close());

async function pay(email: string, auth: Record<string, string> = {}): Promise<string> {
  const { orderId, pay: url } = await checkOut(app, [ONE_APP], auth);
  const paid = await app.inject({ method: 'POST', url, payload: { name: 'Ann', email } });
  assert.equal(paid.json().status, 'Completed', paid.body);
  return orderId;
}

const send = (orderId: string, headers = key) =>
  app.inject({ method: 'POST', url: `/api/orders/${orderId}/send-receipt`, headers });

async function receiptsTo(email: string): Promise<MailTables['mails'][]> {
  return app.system.database.reader
    .tables<MailTables>()
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', 'Receipt')
    .where('recipient', '=', email)
    .orderBy('id')
    .execute();
}

/** The address of the document in a mail. */
const documentIn = ({ textBody }: MailTables['mails']) =>
  /https?:\/\/\S+document\.pdf/.exec(textBody)?.[0] ?? '';

const codeIn = ({ textBody }: MailTables['mails']) => /[#&]code=([\w-]+)/.exec(textBody)?.[1] ?? '';

test('a guest who lost the mail gets it again: with the same document and a new link for a first password', async () => {
  const email = `${randomUUID()}@example.com`;
  const orderId = await pay(email);
  const answer = await send(orderId);
  assert.deepEqual([answer.statusCode, answer.json()], [200, { recipient: email }], answer.body);
  const [first, again, ...more] = await receiptsTo(email);
  assert.ok(first !== undefined && again !== undefined && more.length === 0);
  assert.equal(again.subject, first.subject);
  assert.notEqual(documentIn(first), '');
  assert.equal(documentIn(again), documentIn(first));
  assert.notEqual(codeIn(first), '');
  assert.notEqual(codeIn(again), codeIn(first));
  const documents = await app.inject({ url: `/api/orders/${orderId}/documents`, headers: key });
  assert.equal(documents.json().items.length, 1, 'no second document is issued');
  const { items } = (await app.inject({ url: `/api/orders/${orderId}/timeline`, headers: key })).json();
  assert.equal(items.at(-1).type, 'order.receipt-sent');
});

test('a request that is repeated with its key sends one mail', async () => {
  const email = `${randomUUID()}@example.com`;
  const orderId = await pay(email);
  const headers = { ...key, 'idempotency-key': randomUUID() };
  for (let tries = 0; tries < 2; tries += 1) assert.equal((await send(orderId, headers)).statusCode, 200);
  assert.equal((await receiptsTo(email)).length, 2);
});

test('an order that is not completed has no receipt, and a deleted buyer gets no mail', async () => {
  const { orderId } = await checkOut(app, [ONE_APP], {});
  assert.equal((await send(orderId)).json().errorType, 'ReceiptPending');
  const ann = await shopper(app);
  const paid = await pay(ann.email, ann.auth);
  const removed = await app.inject({ method: 'DELETE', url: `/api/customers/${ann.id}`, headers: key });
  assert.ok(removed.statusCode < 300, removed.body);
  assert.equal((await send(paid)).json().errorType, 'BuyerDeleted');
});

test('it needs orders:write, and finds no order of another account', async () => {
  const orderId = await pay(`${randomUUID()}@example.com`);
  const reader = await app.apiKey(app.demo, 'orders:read');
  assert.equal((await send(orderId, reader)).statusCode, 403);
  const headers = await app.apiKey(app.other);
  const url = `/api/orders/${orderId}/send-receipt`;
  assert.equal((await app.injectAs(app.other, { method: 'POST', url, headers })).statusCode, 404);
});
