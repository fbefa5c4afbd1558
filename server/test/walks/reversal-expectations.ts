import assert from 'node:assert/strict';
import type { LicensingTables } from '../../src/modules/licensing/tables.ts';
import type { OrderTables } from '../../src/modules/orders/tables.ts';
import type { PaymentTables } from '../../src/modules/payments/tables.ts';
import type { MailTables } from '../../src/platform/mail/tables.ts';
import type { OrderWalk } from './order-walk.ts';
import { goneOf, type Session } from './walk-provider.ts';

/**
 * At the end of a walk: the refunds are those of the provider, each of ours was made at most once, and the buyers have
 * the corresponding licenses, credit notes and mails.
 */
export async function assertReversed({ ctx, provider }: OrderWalk, isErased: boolean): Promise<void> {
  const db = ctx.database.reader.tables<OrderTables & PaymentTables & MailTables & LicensingTables>();
  for (const session of provider.sessions) {
    const { paymentId } = session;
    const payments = db.selectFrom('payments').selectAll().where('id', '=', paymentId);
    const payment = await payments.executeTakeFirstOrThrow();
    assert.equal(payment.refundedMinor, goneOf(session), 'what went back at the provider');
    const ours = session.refunds.flatMap(({ refundId }) => refundId ?? []);
    assert.equal(new Set(ours).size, ours.length, 'a refund went back twice');
    const refunds = await db.selectFrom('refunds').selectAll().where('paymentId', '=', paymentId).execute();
    assert.ok(!refunds.some(({ status }) => status === 'Pending'), 'a refund is still pending');
    if (payment.status === 'Succeeded') await assertLicenses(session, payment.subjectId, isErased);
  }
  // Nobody is notified about the money of a cart that was deleted with its addresses.
  const news = await db
    .selectFrom('refunds')
    .innerJoin('purchases', 'purchases.paymentId', 'refunds.paymentId')
    .select('refunds.id')
    .where('refunds.origin', '<>', 'Dispute')
    .where('refunds.status', '=', 'Succeeded')
    .execute();
  const mails = await db.selectFrom('mails').select('id').where('kind', '=', 'Refund').execute();
  const isReturned = provider.sessions.some(({ hasReturns }) => hasReturns);
  if (!isErased && !isReturned) assert.equal(mails.length, news.length, 'one mail for each refund');

  async function assertLicenses(session: Session, orderId: string, isGone: boolean): Promise<void> {
    const order = await db
      .selectFrom('orders')
      .select('cancelledAt')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    const licenses = await db
      .selectFrom('licenses')
      .select('status')
      .where('orderId', '=', orderId)
      .execute();
    if (order.cancelledAt !== null) {
      assert.deepEqual(licenses, [], 'what is cancelled is not delivered');
      assert.equal(session.state.kind === 'Succeeded' && session.state.amountMinor, goneOf(session));
      return;
    }
    const parts = await db.selectFrom('orderRefunds').selectAll().where('orderId', '=', orderId).execute();
    const returned = parts
      .filter(({ revokesLicenses }) => revokesLicenses)
      .flatMap(({ lines }) => lines)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    const isTaken = session.disputes.some(({ status }) => status !== 'Won');
    const left = isTaken ? 0 : licenses.length - returned;
    const active = licenses.filter(({ status }) => status === 'Active').length;
    // The licenses of a refund that a bank returned stay with the vendor.
    const isExact = !isGone && !session.hasReturns;
    assert.ok(isExact ? active === left : active <= left, `${active} active licenses, not ${left}`);
  }
}
