import type { Reader, Tx } from '../../platform/database/database.ts';
import type { ForgottenPayment, Payment, PaymentEvent, PaymentStatus, PaymentTables } from './tables.ts';

export async function insertPayment(tx: Tx, payment: Payment): Promise<void> {
  await tx.tables<PaymentTables>().insertInto('payments').values(payment).execute();
}

export function findPayment(db: Reader, accountId: string, id: string): Promise<Payment | undefined> {
  return db
    .tables<PaymentTables>()
    .selectFrom('payments')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The newest payment of an order. */
export function latestPayment(db: Reader, accountId: string, orderId: string): Promise<Payment | undefined> {
  return db
    .tables<PaymentTables>()
    .selectFrom('payments')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('orderId', '=', orderId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The payment that paid an order. */
export function successfulPayment(
  db: Reader,
  accountId: string,
  orderId: string,
): Promise<Payment | undefined> {
  return db
    .tables<PaymentTables>()
    .selectFrom('payments')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('orderId', '=', orderId)
    .where('status', '=', 'Succeeded')
    .executeTakeFirst();
}

/** Whether an order has been paid. A caller that acts on the answer holds the lock of the order. */
export async function isOrderPaid(db: Reader, accountId: string, orderId: string): Promise<boolean> {
  const paid = await db
    .tables<PaymentTables>()
    .selectFrom('payments')
    .select('id')
    .where('accountId', '=', accountId)
    .where('orderId', '=', orderId)
    .where('status', '=', 'Succeeded')
    .executeTakeFirst();
  return paid !== undefined;
}

/** Notes a report; false when it was noted before and must not act again. */
export async function insertPaymentEvent(tx: Tx, event: PaymentEvent): Promise<boolean> {
  const noted = await tx
    .tables<PaymentTables>()
    .insertInto('paymentEvents')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .returning('eventId')
    .executeTakeFirst();
  return noted !== undefined;
}

/**
 * Forgets the failed payments of an order and their reports, all but what recognises a later report. The caller holds the
 * lock of the order, and deletes it too.
 */
export async function forgetPayments(tx: Tx, accountId: string, orderId: string): Promise<void> {
  const db = tx.tables<PaymentTables>();
  const failed = await db
    .selectFrom('payments')
    .select([
      'accountId',
      'id',
      'orderId',
      'provider',
      'providerReference',
      'amountMinor',
      'currency',
      'createdAt',
      'settledAt',
    ])
    .where('accountId', '=', accountId)
    .where('orderId', '=', orderId)
    .execute();
  if (failed.length === 0) return;
  const rows = failed.map((payment) => ({ ...payment, status: 'Failed' as const }));
  await db.insertInto('forgottenPayments').values(rows).execute();
  const ofOrder = db
    .selectFrom('payments')
    .select('id')
    .where('accountId', '=', accountId)
    .where('orderId', '=', orderId);
  await db
    .deleteFrom('paymentEvents')
    .where('accountId', '=', accountId)
    .where('paymentId', 'in', ofOrder)
    .execute();
  await db.deleteFrom('payments').where('accountId', '=', accountId).where('orderId', '=', orderId).execute();
}

/** Notes that a payment whose cart is gone was paid after all; `undefined` when there is none, or it was noted before. */
export function settleForgotten(
  tx: Tx,
  accountId: string,
  { id, provider, settledAt }: { readonly id: string; readonly provider: string; readonly settledAt: Date },
): Promise<ForgottenPayment | undefined> {
  return tx
    .tables<PaymentTables>()
    .updateTable('forgottenPayments')
    .set({ status: 'Surplus', settledAt })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where('provider', '=', provider)
    .where('status', '=', 'Failed')
    .returningAll()
    .executeTakeFirst();
}

/** Settles a payment. The caller holds the lock of its order. */
export async function settlePayment(
  tx: Tx,
  payment: Payment,
  settled: { status: PaymentStatus; failure: string | null; settledAt: Date },
): Promise<void> {
  await tx
    .tables<PaymentTables>()
    .updateTable('payments')
    .set(settled)
    .where('accountId', '=', payment.accountId)
    .where('id', '=', payment.id)
    .execute();
}
