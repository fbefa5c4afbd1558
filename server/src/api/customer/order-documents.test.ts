import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { openPdfReader, type PdfReader } from '../../../test/pdf.ts';
import { checkOut, ONE_APP, type Shopper, shopper, stockShop } from '../../../test/shop.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { createProduct, createVariation } from '../../modules/catalog/index.ts';
import { documentLink, documentsOfOrder } from '../../modules/documents/index.ts';
import type { DocumentTables } from '../../modules/documents/tables.ts';
import type { PaymentTables } from '../../modules/payments/tables.ts';
import type { MailTables } from '../../platform/mail/tables.ts';

const SELLER = { name: 'Demo & Söhne GmbH', address: ['Hafenstraße 1'], country: 'DE', taxId: 'DE123456789' };
const ADDRESS = { countryCode: 'AT', streetAddress1: 'Ring 1', postCode: '1010', locality: 'Wien' };

let app: TestApp;
let merchant: Merchant;
let ann: Shopper;
let pdfs: PdfReader;

before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await createProduct(app.ctx, { id: 'gift', name: 'Gift' });
  const free = { id: 'gift-once', name: 'Free', prices: { EUR: 0, USD: 0 } };
  await createVariation(app.ctx, { type: 'Product', id: 'gift' }, free);
  await updateSettings(app.ctx, {
    seller: SELLER,
    limits: { paymentsPerMinute: 0, signUpPerMinute: 0 },
  });
  merchant = await merchantOf(app);
  ann = await shopper(app);
  pdfs = openPdfReader();
});
after(async () => {
  await pdfs.close();
  await app.close();
});

interface Purchase {
  readonly orderId: string;
  /** The path of the receipt for the link that paid. */
  readonly receipt: string;
  readonly email: string;
}

async function buy(
  { auth, email = `${randomUUID()}@example.com` }: Partial<Shopper> = {},
  { items = [ONE_APP], body = {} }: { items?: readonly object[]; body?: object } = {},
): Promise<Purchase> {
  const { orderId, pay, show } = await checkOut(app, items, { ...auth });
  const payload = { name: 'Ann <b>Buyer</b>', email, ...body };
  const paid = await app.inject({ method: 'POST', url: pay, payload });
  assert.equal(paid.json().status, 'Completed', paid.body);
  return { orderId, receipt: `${show}/receipt.pdf`, email };
}

const own = (orderId: string, path: string, by: Shopper = ann) =>
  app.inject({ url: `/api/customer/orders/${orderId}/${path}`, headers: by.auth });

interface DocumentPage {
  readonly items: readonly {
    readonly id: string;
    readonly kind: string;
    readonly number: string;
    readonly originalNumber?: string;
  }[];
}
const documentsOf = (orderId: string) =>
  merchant.call<DocumentPage>('GET', `/api/orders/${orderId}/documents`);

test('a paid order has a receipt: as a page without scripts, and as the same PDF file every time', async () => {
  const { orderId, receipt } = await buy(ann);
  const { number: orderNumber } = (await app.inject({ url: `/api/customer/orders/${orderId}` })).json();
  const page = await own(orderId, 'receipt');
  assert.equal(page.statusCode, 200, page.body);
  assert.match(String(page.headers['content-type']), /^text\/html/);
  assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-/);
  assert.match(page.body, /Demo &amp; Söhne GmbH/);
  assert.match(page.body, /Ann &lt;b&gt;Buyer/);
  assert.doesNotMatch(page.body, /<script|<b>Buyer/);
  const file = await own(orderId, 'receipt.pdf');
  assert.deepEqual([file.statusCode, file.headers['content-type']], [200, 'application/pdf'], file.body);
  const [document] = (await documentsOf(orderId)).items;
  assert.match(String(file.headers['content-disposition']), new RegExp(`filename="${document?.number}.pdf"`));
  const [text = ''] = await pdfs.pagesOf(file.rawPayload);
  for (const part of [
    'Receipt',
    String(document?.number),
    orderNumber,
    'Ann <b>Buyer</b>',
    'Hafenstraße 1',
    'Germany',
    '€49.00',
  ])
    assert.ok(text.includes(part), `${part}: ${text}`);
  const others = [await app.inject({ url: receipt }), await own(orderId, `documents/${document?.id}/pdf`)];
  for (const { rawPayload } of others) assert.ok(rawPayload.equals(file.rawPayload));
});

test('the file is kept under its hash, and drawn again byte for byte when the storage has lost it', async () => {
  const { orderId } = await buy(ann);
  const first = await own(orderId, 'receipt.pdf');
  const [document] = await documentsOfOrder(app.ctx, orderId);
  const key = `documents/demo/${document?.pdfSha256}.pdf`;
  assert.equal((await app.system.storage.stat(key))?.size, first.rawPayload.length);
  await app.system.storage.put(key, Buffer.from('damaged'));
  assert.ok((await own(orderId, 'receipt.pdf')).rawPayload.equals(first.rawPayload));
  await app.system.storage.delete(key);
  assert.ok((await own(orderId, 'receipt.pdf')).rawPayload.equals(first.rawPayload));
});

test('only the customer of the order, and the link that paid, get it', async () => {
  const { orderId, receipt } = await buy(ann);
  const other = await shopper(app);
  for (const path of ['receipt', 'receipt.pdf', 'documents']) {
    assert.equal((await own(orderId, path, other)).json().errorType, 'OrderOfAnotherCustomer', path);
    assert.equal((await app.inject({ url: `/api/customer/orders/${orderId}/${path}` })).statusCode, 401);
    assert.equal((await own(randomUUID(), path)).statusCode, 404);
  }
  assert.equal((await app.injectAs(app.other, { url: receipt })).statusCode, 404);
  const { show } = await checkOut(app, [ONE_APP], { ...other.auth });
  const token = show.split('/').at(-1);
  assert.equal((await app.inject({ url: `/api/checkout/${orderId}/${token}/receipt.pdf` })).statusCode, 404);
  const guests = await buy();
  assert.equal((await app.inject({ url: guests.receipt })).statusCode, 200);
  assert.equal(
    (await own(guests.orderId, 'receipt')).statusCode,
    403,
    'an order that waits for the proof of its address',
  );
});

test('who pays for somebody else does not see to whom the order is billed', async () => {
  const { orderId } = await checkOut(app, [ONE_APP], { ...ann.auth });
  const answer = await app.inject({ url: `/api/customer/orders/${orderId}?checkout=true` });
  const { pathname } = new URL(answer.json<{ checkoutUrl: string }>().checkoutUrl);
  const payload = { name: 'A Stranger', email: 'stranger@example.com' };
  const paid = await app.inject({ method: 'POST', url: `/api${pathname}/pay`, payload });
  assert.equal(paid.json().status, 'Completed', paid.body);
  assert.equal((await app.inject({ url: `/api${pathname}/receipt.pdf` })).statusCode, 404);
  assert.equal((await own(orderId, 'receipt.pdf')).statusCode, 200);
});

test('before the order is completed there is none, which is temporary', async () => {
  const { orderId, show } = await checkOut(app, [ONE_APP], { ...ann.auth });
  for (const url of [`/api/customer/orders/${orderId}/receipt`, `${show}/receipt.pdf`]) {
    const refusal = await app.inject({ url, headers: ann.auth });
    assert.deepEqual([refusal.statusCode, refusal.json().errorType], [409, 'ReceiptPending'], url);
  }
  assert.deepEqual(await documentsOf(orderId), { items: [], invoiceCorrectable: false });
});

test('a business gets an invoice immediately, in the language of the page of the purchase', async () => {
  const billing = { businessName: 'Ann KG', taxId: 'ATU12345675', address: ADDRESS };
  const body = { billing, locale: 'de-AT' };
  const { orderId, receipt, email } = await buy({}, { body });
  const [document] = (await documentsOf(orderId)).items;
  assert.equal(document?.kind, 'Invoice');
  const [text = ''] = await pdfs.pagesOf((await app.inject({ url: receipt })).rawPayload);
  for (const part of [
    'Rechnung',
    'Rechnungsempfänger',
    'Ann KG',
    'Wien',
    'Österreich',
    'ATU12345675',
    '1. März 2026',
  ])
    assert.ok(text.includes(part), `${part}: ${text}`);
  const { subject, textBody, htmlBody } = await mailTo(email, 'Receipt');
  assert.equal(subject, 'Ihre Rechnung von Demo Audio');
  assert.match(htmlBody, /<html lang="de">/);
  assert.match(textBody, new RegExp(`Rechnung: ${document.number}[\\s\\S]*Gesendet von Demo Audio`));
});

async function mailTo(email: string, kind: string) {
  const mails = await app.system.database.reader
    .tables<MailTables>()
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', email)
    .where('kind', '=', kind)
    .execute();
  const [mail, ...more] = mails;
  assert.ok(mail !== undefined && more.length === 0);
  return mail;
}

test('the mail links to the file, and to nothing for somebody who changes the address', async () => {
  const { email, receipt } = await buy();
  const { textBody } = await mailTo(email, 'Receipt');
  const [link = ''] = /https?:\S+document\.pdf/.exec(textBody) ?? [];
  const { pathname } = new URL(link);
  const file = await app.inject({ url: pathname });
  assert.ok(file.rawPayload.equals((await app.inject({ url: receipt })).rawPayload));
  const altered = pathname.replace(
    /.(\/document\.pdf)$/,
    (end) => `${end.startsWith('A') ? 'B' : 'A'}/document.pdf`,
  );
  const later = pathname.replace(/\/[^/~]+~/, '/zzzzzz~');
  for (const url of [altered, later, pathname.replace(/~.*\/document/, '~/document')])
    assert.equal((await app.inject({ url })).statusCode, 404, url);
  assert.equal((await app.injectAs(app.other, { url: pathname })).statusCode, 404);
});

test('a deleted customer’s documents stay for the vendor, and open for nobody else', async () => {
  const customer = await shopper(app);
  const { orderId, receipt } = await buy(customer);
  const [document] = await documentsOfOrder(app.ctx, orderId);
  assert.ok(document);
  const link = new URL(documentLink(app.ctx, document)).pathname;
  assert.equal((await app.inject({ url: link })).statusCode, 200);
  assert.equal((await merchant.send('DELETE', `/api/customers/${customer.id}`)).statusCode, 200);
  assert.equal((await app.inject({ url: link })).statusCode, 404);
  assert.equal((await app.inject({ url: receipt })).statusCode, 404);
  assert.equal((await own(orderId, 'receipt', customer)).statusCode, 401);
  const details = await merchant.call<{ buyer: { email: string } }>('GET', `/api/documents/${document.id}`);
  assert.equal(details.buyer.email, customer.email);
  const file = await merchant.send('GET', `/api/documents/${document.id}/pdf`);
  assert.match((await pdfs.pagesOf(file.rawPayload)).join(''), /Ann <b>Buyer/);
});

test('an invoice on request exists beside the receipt, once, with the same sums', async () => {
  const { orderId } = await buy(ann);
  const ask = (payload: object, by = ann) =>
    app.inject({ method: 'POST', url: `/api/customer/orders/${orderId}/invoice`, headers: by.auth, payload });
  const wrong = await ask({ address: { countryCode: 'XX' } });
  assert.equal(wrong.statusCode, 400, wrong.body);
  const lines = await ask({ name: 'Ann\nBuyer', businessName: 'Ann\u2028GmbH' });
  assert.deepEqual(Object.keys(lines.json().errors), ['name', 'businessName'], lines.body);
  const details = { businessName: 'Ann GmbH', taxId: 'DE1', address: ADDRESS };
  const [one, two] = await Promise.all([ask(details), ask(details)]);
  assert.deepEqual([one?.statusCode, two?.statusCode], [200, 200], one?.body);
  assert.equal(one?.json().id, two?.json().id);
  const [receipt, invoice, ...more] = (await documentsOf(orderId)).items;
  assert.deepEqual(
    [receipt?.kind, invoice?.kind, invoice?.originalNumber, more],
    ['Receipt', 'Invoice', receipt?.number, []],
  );
  const other = await ask({ ...details, businessName: 'Bob GmbH' });
  assert.deepEqual([other.statusCode, other.json().errorType], [409, 'InvoiceIssued']);
  assert.equal((await ask(details, await shopper(app))).json().errorType, 'OrderOfAnotherCustomer');
  const [text = ''] = await pdfs.pagesOf((await own(orderId, 'receipt.pdf')).rawPayload);
  for (const part of [String(invoice?.number), String(receipt?.number), 'Ann GmbH', 'not a second sale'])
    assert.ok(text.includes(part), `${part}: ${text}`);
});

test('a free order has a receipt that says that nothing was due', async () => {
  const items = [{ type: 'Product', productId: 'gift', variationId: 'gift-once', quantity: 1 }];
  const { orderId } = await buy({}, { items, body: { billing: { businessName: 'Ann KG' } } });
  const [document] = await documentsOfOrder(app.ctx, orderId);
  assert.deepEqual([document?.kind, document?.facts.payment], ['Receipt', null]);
});

test('the invoice of a provider that issues its own is linked, and not doubled', async () => {
  const { orderId } = await buy(ann);
  const invoiceUrl = 'https://provider.example/invoice/1';
  const setDetails = (details: { readonly invoiceUrl: string } | null) =>
    app.system.database.transaction((tx) =>
      tx
        .tables<PaymentTables>()
        .updateTable('payments')
        .set({ details })
        .where('subjectId', '=', orderId)
        .execute(),
    );
  await withdrawDocument(orderId);
  await setDetails({ invoiceUrl });
  for (const path of ['receipt', 'receipt.pdf']) {
    const answer = await own(orderId, path);
    assert.deepEqual([answer.statusCode, answer.headers.location], [302, invoiceUrl]);
  }
  assert.deepEqual(await documentsOf(orderId), {
    items: [],
    providerUrl: invoiceUrl,
    invoiceCorrectable: false,
  });
  const refusal = await app.inject({
    method: 'POST',
    url: `/api/customer/orders/${orderId}/invoice`,
    headers: ann.auth,
    payload: {},
  });
  assert.equal(refusal.statusCode, 404);
});

/** Removes the document, as if the provider of the payment had issued one instead. */
async function withdrawDocument(orderId: string): Promise<void> {
  const [document] = await documentsOfOrder(app.ctx, orderId);
  assert.ok(document);
  const { prefix, position } = document;
  await app.system.database.transaction(async (tx) => {
    const db = tx.tables<DocumentTables>();
    await db.deleteFrom('documents').where('orderId', '=', orderId).execute();
    await db
      .updateTable('documentSeries')
      .set({ lastPosition: position - 1 })
      .where('prefix', '=', prefix)
      .execute();
  });
}

test('a refund gets a credit note, which opens for the buyer; its mail has the table and the link', async () => {
  const { orderId } = await buy(ann);
  await merchant.call('POST', `/api/orders/${orderId}/refunds`, { reason: 'Sorry' });
  const [receipt, creditNote, ...more] = (await documentsOf(orderId)).items;
  assert.deepEqual([creditNote?.kind, creditNote?.originalNumber, more], ['CreditNote', receipt?.number, []]);
  const file = await own(orderId, `documents/${creditNote?.id}/pdf`);
  const [text = ''] = await pdfs.pagesOf(file.rawPayload);
  for (const part of ['Credit note', '-€49.00', String(receipt?.number), 'Reason: Sorry'])
    assert.ok(text.includes(part), `${part}: ${text}`);
  const { textBody } = await mailTo(ann.email, 'Refund');
  assert.match(textBody, new RegExp(`Credit note: ${creditNote?.number}[\\s\\S]*Total credited: -€49\\.00`));
  const { pathname } = new URL(/https?:\S+document\.pdf/.exec(textBody)?.[0] ?? '');
  assert.ok((await app.inject({ url: pathname })).rawPayload.equals(file.rawPayload));
});

test('a customer sees the completed orders, newest first and page by page, and no cart', async () => {
  app.system.clock.hold('it compares when an order was completed with the clock');
  const customer = await shopper(app);
  const orders: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    app.system.clock.advance(1_000);
    orders.unshift((await buy(customer)).orderId);
  }
  await checkOut(app, [ONE_APP], { ...customer.auth });
  const list = (url: string) => app.inject({ url, headers: customer.auth });
  const first = (await list('/api/customer/orders?pageSize=2')).json();
  const second = (await list(first.next)).json();
  const items: { id: string; status: string; completedAt?: string }[] = [...first.items, ...second.items];
  assert.deepEqual(
    items.map(({ id }) => id),
    orders,
  );
  assert.deepEqual([items[0]?.status, second.hasMore], ['Completed', false]);
  assert.equal(items[0]?.completedAt, app.system.clock.now().toISOString());
  assert.deepEqual((await list('/api/customer/orders')).json().items[0].total.due, {
    currency: 'EUR',
    amount: 49,
  });
});

test('bookkeeping lists documents by kind and time, and downloads them as a table', async () => {
  app.system.clock.advance(1_000);
  const start = app.system.clock.now().toISOString();
  const { orderId } = await buy({}, { body: { billing: { businessName: 'Ann KG', address: ADDRESS } } });
  const filter = `kind=Invoice&since=${encodeURIComponent(start)}`;
  const { items } = await merchant.call<DocumentPage>('GET', `/api/documents?${filter}`);
  assert.deepEqual(
    items.map(({ kind, ...item }) => [kind, 'orderId' in item && item.orderId]),
    [['Invoice', orderId]],
  );
  const none = await merchant.call<DocumentPage>(
    'GET',
    `/api/documents?kind=Receipt&since=${encodeURIComponent(start)}`,
  );
  assert.deepEqual(none.items, []);
  const csv = await merchant.send('GET', `/api/export/documents?${filter}&format=csv`);
  const [head = '', row = ''] = csv.body.split('\r\n');
  for (const column of ['number', 'net.amount', 'tax.amount', 'total.amount', 'buyer.countryCode'])
    assert.ok(head.includes(column), head);
  assert.match(row, /"Ann KG"[\s\S]*"AT"/);
});

test('the link of a mail ends after a year', async () => {
  app.system.clock.hold('it follows the link in the last millisecond of the year');
  const { orderId } = await buy();
  const [document] = await documentsOfOrder(app.ctx, orderId);
  assert.ok(document);
  const url = new URL(documentLink(app.ctx, document)).pathname;
  app.system.clock.advance(365 * 86_400_000 - 1_000);
  assert.equal((await app.inject({ url })).statusCode, 200);
  app.system.clock.advance(1_000);
  assert.equal((await app.inject({ url })).statusCode, 404);
});

test('numbers have no gap, and every completed order has one document, after all of this', async () => {
  await assertInvariants(app.system.database.reader);
});
