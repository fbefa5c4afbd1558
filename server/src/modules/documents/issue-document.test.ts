import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { testContext } from '../../../test/context.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { ONE_APP, stockShop } from '../../../test/shop.ts';
import { transaction } from '../../platform/context/context.ts';
import { findAccount, updateSettings } from '../accounts/index.ts';
import {
  type Buyer,
  type DocumentLine,
  documentsOfOrder,
  issueCreditNote,
  issueDocument,
  issueInvoice,
  reverseCreditNote,
  type Sale,
} from './index.ts';
import type { RefundFacts } from './issue-credit-note.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  for (const account of [app.demo, app.other]) await stockShop(app, account);
});
after(() => app.close());

const ANN: Buyer = { name: 'Ann', businessName: null, taxId: null, email: 'ann@example.com', address: null };
const LINE: DocumentLine = {
  lineId: 'one',
  title: 'App',
  quantity: 1,
  netMinor: 4_118,
  taxMinor: 782,
  grossMinor: 4_900,
  tax: { basisPoints: 1_900, country: 'DE', region: null, reason: 'Standard' },
};

async function anOrder(account = app.demo): Promise<string> {
  const orderId = randomUUID();
  const url = `/api/customer/orders/${orderId}`;
  const response = await app.injectAs(account, { method: 'PATCH', url, payload: { items: [ONE_APP] } });
  assert.equal(response.statusCode, 200, response.body);
  return orderId;
}

async function contextNow(account = app.demo) {
  return testContext(app.system, (await findAccount(app.system, account.id)) ?? account);
}

async function issue(sale: Partial<Sale> = {}, account = app.demo) {
  const ctx = await contextNow(account);
  const orderId = sale.orderId ?? (await anOrder(account));
  return transaction(ctx, (tx) =>
    issueDocument(tx, {
      orderId,
      currency: 'EUR',
      suppliedAt: app.system.clock.now(),
      buyer: ANN,
      lines: [LINE],
      reductions: [],
      payment: { method: 'card', paidAt: app.system.clock.now().toISOString() },
      ...sale,
    }),
  );
}

const credit = async (refund: Partial<RefundFacts> & { orderId: string }) => {
  const ctx = await contextNow();
  return transaction(ctx, (tx) =>
    issueCreditNote(tx, { refundId: randomUUID(), amountMinor: 4_900, ...refund }),
  );
};

test('an order gets one document, however often it is asked for', async () => {
  const orderId = await anOrder();
  const first = await issue({ orderId });
  assert.equal((await issue({ orderId })).id, first.id);
  const ctx = await contextNow();
  assert.equal((await documentsOfOrder(ctx, orderId)).length, 1);
  assert.equal((await issue()).position, first.position + 1, 'and takes one number');
});

test('a business gets an invoice, a private buyer a receipt, and so does who pays nothing, or buys from a seller without an address', async () => {
  assert.equal((await issue({ buyer: { ...ANN, businessName: 'Ann GmbH' } })).kind, 'Receipt');
  await updateSettings(app.ctx, { seller: { address: ['Hafenstraße 1'] } });
  const business = { ...ANN, businessName: 'Ann GmbH' };
  const taxpayer = { ...ANN, taxId: 'DE123456789' };
  const free = { ...LINE, netMinor: 0, taxMinor: 0, grossMinor: 0 };
  const kinds = [
    await issue({ buyer: business }),
    await issue({ buyer: taxpayer }),
    await issue(),
    await issue({ buyer: business, lines: [free], payment: null }),
  ].map(({ kind }) => kind);
  assert.deepEqual(kinds, ['Invoice', 'Invoice', 'Receipt', 'Receipt']);
});

test('it keeps the seller as the settings were, whatever they become', async () => {
  await updateSettings(app.ctx, { seller: { name: 'Demo GmbH', country: 'de', address: ['Hafenstraße 1'] } });
  const { orderId, facts } = await issue();
  await updateSettings(await contextNow(), { seller: { name: 'Other AG' } });
  assert.deepEqual(facts.seller, {
    name: 'Demo GmbH',
    address: ['Hafenstraße 1'],
    country: 'DE',
    taxId: null,
    email: null,
  });
  const [document] = await documentsOfOrder(await contextNow(), orderId);
  assert.deepEqual(document?.facts, facts);
});

test('numbers run on through a change of the prefix and back, and begin anew with the year', async () => {
  const use = async (receiptPrefix: string) =>
    updateSettings(await contextNow(), { documents: { receiptPrefix } });
  await use('A-');
  const numbers = [(await issue()).number, (await issue()).number];
  await use('B-{year}-');
  numbers.push((await issue()).number);
  await use('A-');
  numbers.push((await issue()).number);
  await use('B-{year}-');
  numbers.push((await issue()).number);
  app.system.clock.advance(366 * 86_400_000);
  numbers.push((await issue()).number);
  assert.deepEqual(numbers, ['A-0001', 'A-0002', 'B-2026-0001', 'A-0003', 'B-2026-0002', 'B-2027-0001']);
});

test('the year of a number is that of the account’s time zone', async () => {
  const use = async (timeZone: string) =>
    updateSettings(await contextNow(), { documents: { timeZone, receiptPrefix: 'Z-{year}-' } });
  const year = app.system.clock.now().getUTCFullYear();
  // Half past eleven in the evening of December 31 in UTC.
  app.system.clock.advance(Date.UTC(year + 1, 0, 1) - 30 * 60_000 - app.system.clock.now().getTime());
  await use('Asia/Tokyo');
  const { number } = await issue();
  await use('America/New_York');
  const { number: later, orderId } = await issue();
  assert.deepEqual([number, later], [`Z-${year + 1}-0001`, `Z-${year}-0001`]);
  const refundId = randomUUID();
  const creditNote = await credit({ orderId, refundId });
  await use('Asia/Tokyo');
  const reversal = await transaction(await contextNow(), (tx) =>
    reverseCreditNote(tx, { orderId, refundId }),
  );
  assert.deepEqual(
    [creditNote?.facts.timeZone, reversal?.facts.timeZone],
    ['America/New_York', 'Asia/Tokyo'],
    'each document follows the zone of its day',
  );
  await use('UTC');
});

test('a number that a failed transaction took is free again', async () => {
  const { position } = await issue();
  const ctx = await contextNow();
  const orderId = await anOrder();
  const sale = {
    orderId,
    currency: 'EUR',
    suppliedAt: new Date(),
    buyer: ANN,
    lines: [LINE],
    reductions: [],
    payment: null,
  };
  const failure = transaction(ctx, async (tx) => {
    await issueDocument(tx, sale);
    throw new Error('the order cannot be delivered');
  });
  await assert.rejects(failure, /cannot be delivered/);
  assert.equal((await issue()).position, position + 1);
});

test('accounts have their own series', async () => {
  const own = await issue({}, app.other);
  assert.equal(own.position, 1);
  assert.deepEqual(await documentsOfOrder(await contextNow(), own.orderId), []);
});

test('an invoice on request names the receipt, states the same sale, and is issued once', async () => {
  const receipt = await issue();
  const { orderId } = receipt;
  const buyer = { ...ANN, businessName: 'Ann GmbH' };
  const ctx = await contextNow();
  const ask = (details: Buyer) =>
    transaction(ctx, (tx) => issueInvoice(tx, { orderId, buyer: details, hasReturnedMoney: false }));
  const invoice = await ask(buyer);
  assert.deepEqual([invoice.kind, invoice.originalId], ['Invoice', receipt.id]);
  assert.deepEqual(invoice.facts.original, {
    number: receipt.number,
    issuedAt: receipt.issuedAt.toISOString(),
  });
  assert.deepEqual([invoice.facts.buyer, invoice.facts.lines], [buyer, receipt.facts.lines]);
  assert.equal((await ask(buyer)).id, invoice.id);
  await assert.rejects(ask({ ...buyer, businessName: 'Bob GmbH' }), { errorType: 'InvoiceIssued' });
  assert.equal((await documentsOfOrder(ctx, orderId)).length, 2);
});

test('a refund gets one credit note, which names the invoice or else the receipt, and no refunds are more than was paid', async () => {
  const { orderId, number } = await issue();
  const first = await credit({ orderId, refundId: 'first', amountMinor: 1_000, reason: 'Goodwill' });
  assert.deepEqual(
    [first?.kind, first?.facts.original?.number, first?.facts.reason],
    ['CreditNote', number, 'Goodwill'],
  );
  assert.equal((await credit({ orderId, refundId: 'first', amountMinor: 1_000 }))?.id, first?.id);
  const ctx = await contextNow();
  const invoice = await transaction(ctx, (tx) =>
    issueInvoice(tx, { orderId, buyer: ANN, hasReturnedMoney: false }),
  );
  await assert.rejects(credit({ orderId, amountMinor: 3_901 }), RangeError);
  const rest = await credit({ orderId, amountMinor: 3_900 });
  assert.equal(rest?.facts.original?.number, invoice.number);
  const [tax = 0, gross = 0] = [first, rest]
    .flatMap((note) => note?.facts.lines ?? [])
    .reduce<number[]>(([t = 0, g = 0], line) => [t + line.taxMinor, g + line.grossMinor], []);
  assert.deepEqual([tax, gross], [-782, -4_900]);
});

test('an order without a document of ours gets no credit note either', async () => {
  assert.equal(await credit({ orderId: await anOrder() }), undefined);
});
