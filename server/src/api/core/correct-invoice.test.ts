import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { refundFails } from '../../../test/late-money.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { operatorAtWork } from '../../../test/operators.ts';
import { checkOut, ONE_APP, stockShop } from '../../../test/shop.ts';
import { CONSENT } from '../../../test/taxed-checkout.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { createVariation } from '../../modules/catalog/index.ts';
import { correctOrderInvoice } from '../../modules/orders/index.ts';
import { testTx } from '../../../test/context.ts';

const SELLER = { name: 'Demo GmbH', address: ['Hafenstraße 1'], country: 'DE' };
const ADDRESS = { countryCode: 'DE', streetAddress1: 'Ring 1', postCode: '10115', locality: 'Berlin' };
const RIGHT = { ...ADDRESS, streetAddress1: 'Ring 10' };

let app: TestApp;
let vendor: Merchant;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  await updateSettings(app.ctx, {
    seller: SELLER,
    limits: { paymentsPerMinute: 0 },
    tax: { mode: 'own', collectsIn: ['EU'] },
  });
  vendor = await merchantOf(app);
});
after(() => app.close());

interface Document {
  readonly id: string;
  readonly kind: string;
  readonly number: string;
  readonly originalNumber?: string;
  readonly total: { readonly amount: number };
  readonly tax: { readonly amount: number };
  readonly buyer: {
    readonly businessName?: string;
    readonly taxId?: string;
    readonly address?: { readonly streetAddress1: string };
  };
}

/** A paid order of a business, or of a private buyer. */
async function buy(billing?: object, items?: readonly object[]): Promise<string> {
  return (await buyAt(billing, items)).orderId;
}

/** The same, with the address of its checkout. */
async function buyAt(
  billing: object = { businessName: 'Ann GmbH', address: ADDRESS },
  items: readonly object[] = [ONE_APP],
) {
  const { orderId, pay, show } = await checkOut(app, items);
  const payload = { name: 'Ann', email: `${randomUUID()}@example.com`, billing, ...CONSENT };
  const paid = await app.inject({ method: 'POST', url: pay, payload });
  assert.equal(paid.json().status, 'Completed', paid.body);
  return { orderId, show };
}

const correct = (orderId: string, body: object) =>
  vendor.call<Document>('POST', `/api/orders/${orderId}/invoice`, body);

const listOf = (orderId: string) =>
  vendor.call<{ items: Document[]; invoiceCorrectable: boolean }>('GET', `/api/orders/${orderId}/documents`);
const documentsOf = async (orderId: string) => (await listOf(orderId)).items;
const isCorrectable = async (orderId: string) => (await listOf(orderId)).invoiceCorrectable;

test('another address is a new invoice that names and replaces the one before, of the same sale and taxes', async () => {
  const orderId = await buy();
  const [first = assert.fail()] = await documentsOf(orderId);
  const second = await correct(orderId, { address: RIGHT });
  assert.deepEqual(
    [second.kind, second.originalNumber, second.total, second.tax],
    ['Invoice', first.number, first.total, first.tax],
  );
  assert.notEqual(second.number, first.number);
  assert.equal(second.buyer.address?.streetAddress1, 'Ring 10');
  assert.equal(second.buyer.businessName, 'Ann GmbH', 'what is not sent stays');
  assert.deepEqual((await correct(orderId, { address: RIGHT })).id, second.id, 'it has the details already');
  const third = await correct(orderId, { businessName: 'Ann & Co.', taxId: null });
  assert.equal(third.originalNumber, second.number);
  assert.deepEqual(
    (await documentsOf(orderId)).map(({ number }) => number),
    [first.number, second.number, third.number],
  );
  const page = await vendor.send('GET', `/api/documents/${second.id}/pdf`);
  assert.equal(page.statusCode, 200);
});

test('the page after the purchase names the invoice that counts', async () => {
  const { orderId, show } = await buyAt();
  const { number } = await correct(orderId, { address: RIGHT });
  const page = await app.inject({ url: show });
  assert.deepEqual(page.json().document, { kind: 'Invoice', number });
});

test('a private buyer gets an invoice beside the receipt, which another one replaces', async () => {
  const orderId = await buy({ address: ADDRESS });
  const [receipt = assert.fail()] = await documentsOf(orderId);
  assert.equal(receipt.kind, 'Receipt');
  const invoice = await correct(orderId, { businessName: 'Ann GmbH' });
  assert.deepEqual([invoice.kind, invoice.originalNumber], ['Invoice', receipt.number]);
  assert.equal((await correct(orderId, { address: RIGHT })).originalNumber, invoice.number);
});

test('a refund names the invoice that counts, and the receipt mail has it', async () => {
  const orderId = await buy();
  const { number } = await correct(orderId, { address: RIGHT });
  await vendor.call('POST', `/api/orders/${orderId}/send-receipt`);
  await vendor.call('POST', `/api/orders/${orderId}/refunds`, {});
  const note = (await documentsOf(orderId)).find(({ kind }) => kind === 'CreditNote');
  assert.equal(note?.originalNumber, number);
  assert.equal((await documentsOf(orderId)).filter(({ kind }) => kind === 'Invoice').length, 2);
});

test('after a refund no invoice is issued that its credit note does not name, until the refund fails', async () => {
  for (const billing of [undefined, { address: ADDRESS }]) {
    const orderId = await buy(billing);
    const [sale = assert.fail()] = await documentsOf(orderId);
    await vendor.call('POST', `/api/orders/${orderId}/refunds`, { amount: { amount: 1, currency: 'EUR' } });
    const before = await documentsOf(orderId);
    assert.deepEqual(
      before.map(({ kind }) => kind),
      [sale.kind, 'CreditNote'],
    );
    const refused = await vendor.send('POST', `/api/orders/${orderId}/invoice`, { address: RIGHT });
    assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'SaleRefunded'], refused.body);
    assert.deepEqual(await documentsOf(orderId), before);
    if (sale.kind === 'Invoice')
      assert.equal((await correct(orderId, {})).id, sale.id, 'it is there already');
    assert.equal(await isCorrectable(orderId), false);
    await refundFails(app, orderId);
    assert.equal(await isCorrectable(orderId), true);
    assert.equal((await correct(orderId, { address: RIGHT })).originalNumber, sale.number);
  }
});

test('free units that went back change no document, so an invoice is issued and corrected as before', async () => {
  const gift = { type: 'Product', productId: 'app', variationId: 'app-gift', quantity: 1 };
  await createVariation(
    app.ctx,
    { type: 'Product', id: 'app' },
    { id: 'app-gift', name: 'Gift', prices: { EUR: 0, USD: 0 } },
  );
  const orderId = await buy({ address: ADDRESS }, [ONE_APP, gift]);
  const { items } = await vendor.call<{ items: { id: string }[] }>('GET', `/api/orders/${orderId}`);
  await vendor.call('POST', `/api/orders/${orderId}/refunds`, {
    lines: [{ lineId: items[1]?.id, quantity: 1 }],
  });
  assert.equal(await isCorrectable(orderId), true);
  const invoice = await correct(orderId, { businessName: 'Ann GmbH' });
  assert.equal((await correct(orderId, { address: RIGHT })).originalNumber, invoice.number);
});

test('taxes stay as they were paid, so the country stays, and the tax id is one of it', async () => {
  const orderId = await buy();
  const refused = await vendor.send('POST', `/api/orders/${orderId}/invoice`, {
    taxId: 'ATU12345675',
    address: { ...RIGHT, countryCode: 'AT' },
  });
  assert.equal(refused.statusCode, 400, refused.body);
  assert.deepEqual(Object.keys(refused.json().errors), ['address.countryCode', 'taxId']);
  assert.equal((await documentsOf(orderId)).length, 1);
});

test('an order that is not completed has no invoice, and without the address of the seller none is issued', async () => {
  const { orderId } = await checkOut(app, [ONE_APP]);
  assert.equal(await isCorrectable(orderId), false);
  const early = await vendor.send('POST', `/api/orders/${orderId}/invoice`, {});
  assert.deepEqual([early.statusCode, early.json().errorType], [409, 'ReceiptPending']);
  const paid = await buy();
  await updateSettings(app.ctx, { seller: { address: [] } });
  const refused = await vendor.send('POST', `/api/orders/${paid}/invoice`, { address: RIGHT });
  await updateSettings(app.ctx, { seller: SELLER });
  assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'SellerAddressMissing']);
});

test('two corrections at the same time follow one another', async () => {
  const orderId = await buy();
  const streets = ['One 1', 'Two 2', 'Three 3'];
  await Promise.all(
    streets.map((streetAddress1) => correct(orderId, { address: { ...ADDRESS, streetAddress1 } })),
  );
  const [, ...corrections] = await documentsOf(orderId);
  assert.equal(new Set(corrections.map(({ originalNumber }) => originalNumber)).size, 3);
  await assert.rejects(
    app.system.database.transaction((tx) =>
      tx
        .tables<{ documents: { originalId: string | null; number: string } }>()
        .updateTable('documents')
        .set({ originalId: corrections[0]?.id ?? '' })
        .where('number', '=', corrections[2]?.number ?? '')
        .execute(),
    ),
    'an invoice is replaced once',
  );
});

test('another account and roles without orders cannot', async () => {
  const orderId = await buy();
  const other = await merchantOf(app, app.other);
  assert.equal((await other.send('POST', `/api/orders/${orderId}/invoice`, {})).statusCode, 404);
  await assert.rejects(
    app.system.database.transaction((tx) =>
      correctOrderInvoice(testTx(app.system, tx, app.other), orderId, { name: 'Eve' }),
    ),
  );
  const reader = await operatorAtWork(app, 'ReadOnly');
  assert.equal((await reader.call('POST', `/api/orders/${orderId}/invoice`, {})).statusCode, 403);
  const finance = await operatorAtWork(app, 'Finance');
  const answer = await finance.call('POST', `/api/orders/${orderId}/invoice`, { address: RIGHT });
  assert.equal(answer.statusCode, 200, answer.body);
});
