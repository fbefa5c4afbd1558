import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { LicensingTables } from '../src/modules/licensing/index.ts';
import type { CouponTables } from '../src/modules/coupons/tables.ts';
import type { DocumentTables } from '../src/modules/documents/tables.ts';
import { refundOrder } from '../src/modules/orders/index.ts';
import { recordReversals } from '../src/modules/payments/index.ts';
import { transaction } from '../src/platform/context/context.ts';
import type { OrderTables } from '../src/modules/orders/tables.ts';
import type { PaymentTables } from '../src/modules/payments/tables.ts';
import type { Tx } from '../src/platform/database/database.ts';
import type { JobTables } from '../src/platform/jobs/tables.ts';
import { aCoupon } from './coupons.ts';
import { startTestApp, type TestApp } from './harness.ts';
import { assertInvariants, brokenInvariants } from './invariants.ts';
import { checkOut, ONE_APP, shopper, stockShop } from './shop.ts';

type AllTables = CouponTables & DocumentTables & OrderTables & PaymentTables & LicensingTables & JobTables;

/** A shop in which one order is completed, one is being paid, and one device is activated. */
async function busyShop(): Promise<TestApp> {
  const app = await startTestApp();
  await stockShop(app, app.demo);
  const buyer = await shopper(app);
  for (const sandboxOutcome of ['Succeed', 'Delay']) {
    const { pay } = await checkOut(app, [{ ...ONE_APP, quantity: 2 }], buyer.auth);
    const payload = { name: 'Ann', email: buyer.email, sandboxOutcome };
    const paid = await app.inject({ method: 'POST', url: pay, payload });
    assert.equal(paid.statusCode, 200, paid.body);
  }
  await useCoupon(app);
  await returnMoney(app);
  const requested = await app.inject({
    method: 'POST',
    url: '/api/client/licenses/app/request',
    headers: buyer.auth,
    payload: { deviceName: 'A device', deviceSignature: randomUUID() },
  });
  assert.equal(requested.statusCode, 200, requested.body);
  return app;
}

/** A coupon that one order has used, and a pending payment has reserved. */
async function useCoupon(app: TestApp): Promise<void> {
  const { code } = await aCoupon(app.ctx, { maxUses: 3 });
  for (const sandboxOutcome of ['Succeed', 'Delay']) {
    const { orderId, pay } = await checkOut(app);
    await app.inject({ method: 'PATCH', url: `/api/customer/orders/${orderId}/coupon?code=${code}` });
    const payload = { name: 'Gus', email: `${randomUUID()}@example.com`, sandboxOutcome };
    const paid = await app.inject({ method: 'POST', url: pay, payload });
    assert.equal(paid.json().couponsApplied?.length ?? 1, 1, paid.body);
  }
}

/** An order with a refund that waits for approval, a lost and an open dispute. */
async function returnMoney(app: TestApp): Promise<void> {
  const { orderId, pay } = await checkOut(app, [{ ...ONE_APP, quantity: 2 }]);
  await app.inject({ method: 'POST', url: pay, payload: { name: 'Gus', email: 'gus@example.com' } });
  const amount = { currency: 'EUR', amountMinor: 117 };
  const request = { orderId, amount, revokesLicenses: true };
  const { paymentId } = await transaction(app.ctx, (tx) => refundOrder(tx, request));
  const dispute = { currency: 'EUR', amountMinor: 100, reason: 'fraudulent' };
  const disputes = [
    { ...dispute, reference: 'lost', status: 'Lost' as const },
    { ...dispute, reference: 'open', status: 'Open' as const },
  ];
  await recordReversals(app.ctx, paymentId, { refunds: [], disputes, warnings: [] });
}

/** Violations that must be detected, each with a change of rows that causes it. */
const DAMAGES: Readonly<Record<string, (tx: Tx) => Promise<unknown>>> = {
  'the uses of a coupon are more': (tx) =>
    tx.tables<AllTables>().updateTable('coupons').set({ uses: 1 }).execute(),
  'the uses of a code are more': (tx) =>
    tx.tables<AllTables>().updateTable('couponCodes').set({ uses: 0 }).execute(),
  'a coupon is reserved for a payment that is not pending': (tx) =>
    tx.tables<AllTables>().updateTable('couponUses').set({ status: 'Reserved' }).execute(),
  'a coupon is used by a payment that did not complete its order': (tx) =>
    tx.tables<AllTables>().updateTable('couponUses').set({ status: 'Used' }).execute(),
  'the lines and taxes of an order do not add up': async (tx) => {
    const orders = tx.tables<AllTables>().selectFrom('orders').selectAll().where('status', '=', 'Completed');
    const { id, content } = await orders.executeTakeFirstOrThrow();
    assert.ok(content);
    const lines = content.quote.lines.map((line) => ({ ...line, dueMinor: line.dueMinor + 1 }));
    const changes = { content: { ...content, quote: { ...content.quote, lines } } };
    await tx.tables<AllTables>().updateTable('orders').set(changes).where('id', '=', id).execute();
  },
  'the seats in use': (tx) =>
    tx.tables<AllTables>().updateTable('licenses').set({ activeActivations: 0 }).execute(),
  'an order is paid without a payment': (tx) =>
    tx
      .tables<AllTables>()
      .updateTable('payments')
      .set({ status: 'Surplus' })
      .where('status', '=', 'Succeeded')
      .execute(),
  'a payment has succeeded and its order is not paid': (tx) =>
    tx
      .tables<AllTables>()
      .updateTable('orders')
      .set({ status: 'Open', content: null, completedAt: null })
      .where('status', '=', 'Completed')
      .execute(),
  'a payment of an order is for nothing, or an order was completed with another purchase': (tx) =>
    tx.tables<AllTables>().updateTable('purchases').set({ isFulfilled: false }).execute(),
  'an order says that a payment is on its way': (tx) =>
    tx
      .tables<AllTables>()
      .updateTable('payments')
      .set({ status: 'Failed' })
      .where('status', '=', 'Pending')
      .execute(),
  'a payment is on its way and nothing will ever ask': (tx) =>
    tx.tables<AllTables>().deleteFrom('jobs').where('kind', '<>', 'mail.send').execute(),
  'a mail is to be sent and no job does it': (tx) =>
    tx.tables<AllTables>().deleteFrom('jobs').where('kind', '=', 'mail.send').execute(),
  'an order is paid and no job delivers it': async (tx) => {
    const db = tx.tables<AllTables>();
    await db.deleteFrom('jobs').where('kind', '=', 'orders.fulfil').execute();
    await db.updateTable('orders').set({ status: 'Paid' }).where('status', '=', 'Completed').execute();
  },
  'an order is being paid, paid or completed without a content or a time': (tx) =>
    tx
      .tables<AllTables>()
      .updateTable('orders')
      .set({ completedAt: null })
      .where('status', '=', 'Completed')
      .execute(),
  'a completed order is nobody’s': (tx) =>
    tx
      .tables<AllTables>()
      .updateTable('orders')
      .set({ customerId: null })
      .where('status', '=', 'Completed')
      .execute(),
  'the numbers of a series of documents have a gap': (tx) =>
    tx.tables<AllTables>().updateTable('documentSeries').set({ lastPosition: 2 }).execute(),
  'a completed order has no receipt': async (tx) => {
    await tx.tables<AllTables>().deleteFrom('documents').execute();
  },
  'the refunds of a payment are not what it counts': (tx) =>
    tx
      .tables<AllTables>()
      .updateTable('payments')
      .set({ refundedMinor: 1 })
      .where('status', '=', 'Succeeded')
      .execute(),
  'a refund is of another subject than its payment': (tx) =>
    tx.tables<AllTables>().updateTable('refunds').set({ subjectId: 'x' }).execute(),
  'a refund has had its effects and has not succeeded': (tx) =>
    tx.tables<AllTables>().updateTable('orderRefunds').set({ isEffective: true }).execute(),
  'a refund of an order that is paid says nothing about its lines': (tx) =>
    tx.tables<AllTables>().deleteFrom('orderRefunds').execute(),
  'a refund of an order with a receipt has no credit note': (tx) =>
    tx.tables<AllTables>().deleteFrom('documents').where('kind', '=', 'CreditNote').execute(),
  'a lost dispute is no refund': async (tx) => {
    const db = tx.tables<AllTables>();
    await db.deleteFrom('orderRefunds').execute();
    await db.deleteFrom('refunds').execute();
    await db.updateTable('payments').set({ refundedMinor: 0 }).execute();
  },
  'a license is revoked without a suspension': (tx) =>
    tx.tables<AllTables>().deleteFrom('licenseSuspensions').execute(),
  'a license is revoked for a reason and active': (tx) =>
    tx.tables<AllTables>().updateTable('licenses').set({ status: 'Active' }).execute(),
  'a refund is on its way and nothing will ever ask': (tx) =>
    tx.tables<AllTables>().deleteFrom('jobs').where('kind', '=', 'payments.refund').execute(),
  'other units or more money of a line went back': (tx) =>
    tx.tables<AllTables>().updateTable('orderLines').set({ refundedQuantity: 1 }).execute(),
  'a line was sold by an order that is not paid': async (tx) => {
    const db = tx.tables<AllTables>();
    const { id } = await db
      .selectFrom('orders')
      .select('id')
      .where('status', '=', 'PaymentProcessing')
      .executeTakeFirstOrThrow();
    await db.updateTable('orderLines').set({ orderId: id }).execute();
  },
  'a paid order has other lines than were paid for': (tx) =>
    tx.tables<AllTables>().deleteFrom('orderLines').execute(),
  'an order was changed on another day than it says': (tx) =>
    tx.tables<AllTables>().updateTable('orders').set({ changedOn: '2026-01-01' }).execute(),
  'an order has other licenses than were paid for': (tx) =>
    tx
      .tables<AllTables>()
      .deleteFrom('licenses')
      .where('activeActivations', '=', 0)
      .where('status', '=', 'Active')
      .execute(),
};

let app: TestApp;
before(async () => {
  app = await busyShop();
});
after(() => app.close());

test('a shop in operation keeps every invariant', async () => {
  await assertInvariants(app.system.database.reader);
});

for (const [sentence, damage] of Object.entries(DAMAGES)) {
  test(`it is found when ${sentence}…`, async () => {
    const broken: string[] = [];
    const undoing = app.system.database.transaction(async (tx) => {
      await damage(tx);
      broken.push(...(await brokenInvariants(tx)));
      throw new Undone();
    });
    await assert.rejects(undoing, Undone);
    assert.ok(
      broken.some((violation) => violation.startsWith(sentence)),
      `found was: ${broken.join('; ')}`,
    );
  });
}

/** Undoes the damage, so that the next one is done to an intact shop. */
class Undone extends Error {}
