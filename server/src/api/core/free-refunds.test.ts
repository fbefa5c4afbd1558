import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { jobHandlers } from '../../jobs.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { createProduct, createVariation } from '../../modules/catalog/index.ts';
import { documentsOfOrder } from '../../modules/documents/index.ts';
import { listLicenses, revokeLicense } from '../../modules/licensing/index.ts';
import { refundOrder } from '../../modules/orders/index.ts';
import { blankRefund } from '../../modules/payments/reversals/reserve-refund.ts';
import { insertRefund } from '../../modules/payments/reversals/store-refunds.ts';
import { listPayments } from '../../modules/payments/index.ts';
import { transaction } from '../../platform/context/context.ts';
import { startJobWorker } from '../../platform/jobs/start-job-worker.ts';
import type { MailTables } from '../../platform/mail/tables.ts';
import { aCoupon, enterCoupon } from '../../../test/coupons.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { refundFails, reportReversals } from '../../../test/late-money.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { checkOut, ONE_APP, stockShop } from '../../../test/shop.ts';

let app: TestApp;
let vendor: Merchant;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  const limits = { paymentsPerMinute: 0, couponsPerMinute: 0 };
  await updateSettings(app.ctx, { freeLicensesPerCustomer: 5, limits });
  await createProduct(app.ctx, { id: 'gift', name: 'Gift' });
  const free = { id: 'gift-once', name: 'Free', prices: { EUR: 0, USD: 0 } };
  await createVariation(app.ctx, { type: 'Product', id: 'gift' }, free);
  vendor = await merchantOf(app, app.demo, 'orders:read', 'orders:write', 'licenses:read');
});
after(async () => {
  await assertInvariants(app.system.database.reader);
  await app.close();
});

interface RefundBody {
  readonly id: string;
  readonly status: string;
  readonly origin: string;
  readonly amount: { readonly currency: string; readonly amount: number };
  readonly lines: readonly { readonly quantity: number; readonly amount: { readonly amount: number } }[];
  readonly providerReference?: string;
}
interface OrderBody {
  readonly items: readonly { readonly id: string }[];
  readonly payments: readonly {
    readonly id: string;
    readonly provider: string;
    readonly refunded?: object;
  }[];
  readonly licenses: readonly {
    readonly id: string;
    readonly productId: string;
    readonly revocationReason?: string;
  }[];
  readonly refunds: readonly RefundBody[];
}

const GIFTS = { type: 'Product', productId: 'gift', variationId: 'gift-once', quantity: 2 };

/** A paid or free order, and the vendor's actions on it. */
async function sale(items: readonly object[], code?: string, locale = 'en') {
  app.system.clock.advance(1_000);
  const { orderId, pay } = await checkOut(app, items);
  if (code !== undefined) await enterCoupon(app, orderId, { code });
  const email = `${randomUUID()}@example.com`;
  const paid = await app.inject({ method: 'POST', url: pay, payload: { name: 'Ann Buyer', email, locale } });
  assert.equal(paid.json().status, 'Completed', paid.body);
  const path = `/api/orders/${orderId}`;
  const order = () => vendor.call<OrderBody>('GET', path);
  return {
    orderId,
    order,
    lineIds: (await order()).items.map(({ id }) => id),
    refund: (body: object = {}) => vendor.call<RefundBody>('POST', `${path}/refunds`, body),
    async refuse(body: object) {
      const response = await vendor.send('POST', `${path}/refunds`, body);
      const { errorType, detail = '', errors = {} } = response.json();
      return [response.statusCode, errorType, detail, Object.keys(errors)];
    },
    licenses: async () =>
      (await order()).licenses
        .map(({ productId, revocationReason }) => `${productId} ${revocationReason ?? 'Active'}`)
        .toSorted(),
    async mails() {
      const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails');
      const ofRefunds = mails.where('recipient', '=', email).where('kind', '=', 'Refund');
      return ofRefunds.select(['subject', 'textBody']).execute();
    },
    async journal() {
      const { items: events } = await vendor.call<{ items: { type: string }[] }>('GET', `${path}/timeline`);
      return events.map(({ type }) => type);
    },
  };
}

test('a free line of a paid order goes back unit by unit, without money, credit note or provider', async () => {
  const { orderId, order, lineIds, refund, refuse, licenses, mails, journal } = await sale([ONE_APP, GIFTS]);
  const unit = { lineId: lineIds[1], quantity: 1 };
  const body = await refund({ lines: [unit], reason: 'One for each person.' });
  assert.deepEqual(
    [
      body.status,
      body.origin,
      body.amount,
      body.lines.map(({ quantity, amount }) => [quantity, amount.amount]),
    ],
    ['Succeeded', 'Vendor', { currency: 'EUR', amount: 0 }, [[1, 0]]],
  );
  assert.equal(body.providerReference, undefined);
  assert.deepEqual(await licenses(), ['app Active', 'gift Active', 'gift Refund']);
  const { payments, refunds } = await order();
  assert.deepEqual([payments[0]?.refunded, refunds], [undefined, [body]]);
  const documents = await documentsOfOrder(app.ctx, orderId);
  assert.deepEqual(
    documents.map(({ kind }) => kind),
    ['Receipt'],
  );
  const [mail = assert.fail('no mail')] = await mails();
  assert.match(mail.subject, /^Change to your order at /);
  assert.match(
    mail.textBody,
    /One for each person\.[^]*1 × Gift, Free: €0\.00[^]*were free, so there is no money to refund/,
  );
  for (const type of ['refund.created', 'refund.succeeded', 'license.revoked'])
    assert.ok((await journal()).includes(type), type);
  const { items } = await vendor.call<{ items: { id: string }[] }>('GET', '/api/orders?refunded=true');
  assert.deepEqual(
    items.map(({ id }) => id),
    [orderId],
  );
  const [status, errorType, detail] = await refuse({ lines: [{ ...unit, quantity: 2 }] });
  assert.deepEqual([status, errorType], [409, 'RefundExceedsOrder']);
  assert.match(String(detail), /^1 of 2 units of Gift, Free is left to refund\.$/);
  const rest = await refund();
  assert.deepEqual([rest.amount.amount, rest.lines.map(({ quantity }) => quantity)], [49, [1, 1]]);
  assert.deepEqual(await licenses(), ['app Refund', 'gift Refund', 'gift Refund']);
  assert.match(
    (await mails()).at(-1)?.textBody ?? '',
    /1 × App, Perpetual: -€49\.00\n1 × Gift, Free: €0\.00\nTotal credited: -€49\.00/,
  );
  assert.match((await refuse({})).join(), /^409,RefundExceedsPayment,Everything that was paid/);
});

test('a free order goes back in parts and as a whole, once, whether it was free or a coupon paid all of it', async () => {
  const everything = { type: 'PercentageOff', basisPoints: 10_000 } as const;
  const { code } = await aCoupon(app.ctx, { benefit: everything });
  for (const [product, { order, lineIds, refund, refuse, licenses, mails }] of [
    ['gift', await sale([GIFTS])],
    ['app', await sale([{ ...ONE_APP, quantity: 2 }], code)],
  ] as const) {
    assert.equal((await order()).payments[0]?.provider, 'none', product);
    assert.match(
      (await refuse({ amount: { currency: 'EUR', amount: 1 } })).join(),
      /^409,NothingPaid,The order cost nothing/,
    );
    const idle = await refuse({ revokeLicenses: false });
    assert.deepEqual([idle[0], idle[3]], [400, ['revokeLicenses']]);
    assert.deepEqual((await order()).refunds, []);
    const part = await refund({ lines: [{ lineId: lineIds[0], quantity: 1 }] });
    assert.deepEqual(
      [part.status, await licenses()],
      ['Succeeded', [`${product} Active`, `${product} Refund`]],
    );
    const rest = await refund();
    assert.deepEqual(
      [rest.status, await licenses()],
      ['Succeeded', [`${product} Refund`, `${product} Refund`]],
    );
    assert.match((await refuse({})).join(), /^409,RefundExceedsOrder,All units of the order have gone back/);
    assert.equal((await mails()).length, 2);
  }
});

test('with the last of the money of an order its free units go back, too, also if only a paid line is named', async () => {
  const { lineIds, refund, licenses } = await sale([ONE_APP, GIFTS]);
  const { lines } = await refund({ lines: [{ lineId: lineIds[0], quantity: 1 }] });
  assert.deepEqual(
    lines.map(({ quantity }) => quantity),
    [1, 2],
  );
  assert.deepEqual(await licenses(), ['app Refund', 'gift Refund', 'gift Refund']);
});

test('free units stay free when the money of the order goes back as a favor, and comes back', async () => {
  const { orderId, refund } = await sale([ONE_APP, GIFTS]);
  const free = async () =>
    (await listLicenses(app.ctx, { orderId, limit: 9 }))
      .filter(({ isFree }) => isFree)
      .map(({ productId }) => productId)
      .toSorted();
  assert.deepEqual(await free(), ['gift', 'gift']);
  await refund({ revokeLicenses: false });
  assert.deepEqual(await free(), ['app', 'gift', 'gift']);
  await refundFails(app, orderId);
  assert.deepEqual(await free(), ['gift', 'gift']);
});

test('a refund that fails undoes what it did, and nothing of another one', async () => {
  const { orderId, refund, lineIds, licenses, mails } = await sale([{ ...ONE_APP, quantity: 3 }]);
  const lines = [{ lineId: lineIds[0] ?? '', quantity: 1 }];
  const free = async () =>
    (await listLicenses(app.ctx, { orderId, limit: 9 })).filter(({ isFree }) => isFree).length;
  const begin = (revokesLicenses: boolean) =>
    transaction(app.ctx, (tx) => refundOrder(tx, { orderId, lines, revokesLicenses }));
  const fail = (refundId: string, reference: string) => {
    const amount = { amountMinor: 4_900, currency: 'EUR' };
    return reportReversals(app, orderId, { refunds: [{ reference, refundId, ...amount, status: 'Failed' }] });
  };
  await refund({ lines, revokeLicenses: false });
  assert.equal(await free(), 1);
  const mailCount = (await mails()).length;
  await fail((await begin(false)).id, 're-refused');
  assert.deepEqual([await free(), (await mails()).length], [1, mailCount], 'it had no effect yet');
  const { id, providerReference = '' } = await refund({ lines });
  await begin(true);
  assert.deepEqual(await licenses(), ['app Active', 'app Active', 'app Refund']);
  await fail(id, providerReference);
  assert.deepEqual(await licenses(), ['app Active', 'app Active', 'app Active']);
});

test('units of one line and money without units count for no unit of another line', async () => {
  const synths = { type: 'Product', productId: 'synth', variationId: 'synth-once', quantity: 2 };
  const { orderId, order, lineIds, refund, licenses } = await sale([ONE_APP, synths]);
  const { id } = (await order()).licenses.find(({ productId }) => productId === 'synth') ?? assert.fail();
  await revokeLicense(app.ctx, id);
  await refund({ lines: [{ lineId: lineIds[0], quantity: 1 }] });
  await refund({ lines: [{ lineId: lineIds[1], quantity: 1 }] });
  assert.deepEqual(
    await licenses(),
    ['app Refund', 'synth Active', 'synth Active'],
    'it was taken back before',
  );
  await refund({ amount: { currency: 'EUR', amount: 1 } });
  const documents = await documentsOfOrder(app.ctx, orderId);
  const credits = documents.filter(({ kind }) => kind === 'CreditNote');
  assert.deepEqual(
    credits.map(({ facts }) => facts.lines.map(({ quantity }) => quantity)),
    [[1], [1], [null]],
  );
});

test('a refund of nothing that a process left is completed by its job', async () => {
  const { orderId, order, licenses, mails } = await sale([GIFTS], undefined, 'de-AT');
  await transaction(app.ctx, (tx) => refundOrder(tx, { orderId, revokesLicenses: true }));
  assert.deepEqual(await licenses(), ['gift Active', 'gift Active']);
  app.system.clock.advance(60_000);
  const worker = startJobWorker(app.system, jobHandlers(app.system), { pollIntervalMs: 0 });
  await worker.drain();
  await worker.stop();
  assert.deepEqual(
    (await order()).refunds.map(({ status }) => status),
    ['Succeeded'],
  );
  assert.deepEqual(await licenses(), ['gift Refund', 'gift Refund']);
  const [mail] = await mails();
  assert.match(mail?.subject ?? '', /^Änderung Ihrer Bestellung bei /);
});

test('the mail about free units has the date of the account’s time zone', async () => {
  const timeZone = 'Asia/Tokyo';
  await updateSettings(app.ctx, { documents: { timeZone } });
  const { refund, mails } = await sale([GIFTS]);
  const now = app.system.clock.now();
  // Ten in the evening in UTC is the next day in Tokyo.
  app.system.clock.advance(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), 46) - now.getTime(),
  );
  await refund();
  const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone }).format(app.system.clock.now());
  const [mail = assert.fail('no mail')] = await mails();
  assert.ok(mail.textBody.includes(`Date: ${date}`), mail.textBody);
});

test('the database takes a refund of nothing from the vendor only, and without a provider', async () => {
  const { orderId } = await sale([GIFTS]);
  const [payment = assert.fail('no payment')] = await listPayments(app.ctx, { kind: 'Order', id: orderId });
  const place = { payment, receivedMinor: 0, leftMinor: 0, currency: 'EUR' };
  const nothing = { origin: 'Vendor', status: 'Succeeded', amountMinor: 0 } as const;
  for (const facts of [
    { ...nothing, origin: 'Provider' as const },
    { ...nothing, providerReference: 're-1' },
    { ...nothing, amountMinor: -1 },
  ])
    await assert.rejects(
      transaction(app.ctx, (tx) => insertRefund(tx, blankRefund(tx, place, facts))),
      /check/i,
    );
});
