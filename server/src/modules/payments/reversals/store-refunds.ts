import { newestFirst, type RowPage } from '../../../platform/database/newest-first.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import type { Payment, PaymentEvent, PaymentSubject, PaymentTables, Refund } from '../tables.ts';

export async function insertRefund(tx: Tx, refund: Refund): Promise<void> {
  await tx.tables<PaymentTables>().insertInto('refunds').values(refund).execute();
}

export function readRefund(db: Reader, accountId: string, id: string): Promise<Refund | undefined> {
  return db
    .tables<PaymentTables>()
    .selectFrom('refunds')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The refunds of a payment, oldest first. */
export function refundsOfPayment(
  db: Reader,
  { accountId, id }: Pick<Payment, 'accountId' | 'id'>,
): Promise<Refund[]> {
  return db
    .tables<PaymentTables>()
    .selectFrom('refunds')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('paymentId', '=', id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** The refunds of all payments of a subject, newest first. */
export function listRefunds(
  db: Reader,
  accountId: string,
  { kind, id, ...page }: PaymentSubject & RowPage,
): Promise<Refund[]> {
  const refunds = db
    .tables<PaymentTables>()
    .selectFrom('refunds')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('subjectKind', '=', kind)
    .where('subjectId', '=', id);
  return newestFirst(refunds, page).execute();
}

/** The refunds that succeeded from `from` until before `to`, oldest first. */
export function refundsSettledIn(
  db: Reader,
  accountId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<Refund[]> {
  return settled(db, accountId, 'Succeeded')
    .where('settledAt', '>=', from)
    .where('settledAt', '<', to)
    .orderBy('settledAt')
    .orderBy('id')
    .execute();
}

/** The refunds that failed from `from` until before `to`. */
export function refundsFailedIn(
  db: Reader,
  accountId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<Refund[]> {
  return settled(db, accountId, 'Failed')
    .where('settledAt', '>=', from)
    .where('settledAt', '<', to)
    .execute();
}

function settled(db: Reader, accountId: string, status: Refund['status']) {
  return db
    .tables<PaymentTables>()
    .selectFrom('refunds')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('status', '=', status);
}

/** Writes the outcome of a refund, or the provider's reference. The caller holds the lock of its payment. */
export async function writeRefund(
  tx: Tx,
  { accountId, id }: Refund,
  changes: Partial<Pick<Refund, 'status' | 'providerReference' | 'failure' | 'settledAt'>>,
): Promise<void> {
  await tx
    .tables<PaymentTables>()
    .updateTable('refunds')
    .set(changes)
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Writes the refunded amount of a payment, including pending refunds. The caller holds the lock of the payment. */
export async function writeRefundedAmount(
  tx: Tx,
  { accountId, id }: Pick<Payment, 'accountId' | 'id'>,
  refundedMinor: number,
): Promise<void> {
  await tx
    .tables<PaymentTables>()
    .updateTable('payments')
    .set({ refundedMinor })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** The events that a provider sent about a payment, in the order of arrival. */
export function eventsOfPayment(
  db: Reader,
  { accountId, id }: Pick<Payment, 'accountId' | 'id'>,
): Promise<PaymentEvent[]> {
  return db
    .tables<PaymentTables>()
    .selectFrom('paymentEvents')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('paymentId', '=', id)
    .orderBy('receivedAt')
    .orderBy('eventId')
    .execute();
}

/** All pending refunds of an account; reads all of its refunds. */
export async function pendingRefundIds(db: Reader, accountId: string): Promise<string[]> {
  const rows = await db
    .tables<PaymentTables>()
    .selectFrom('refunds')
    .select('id')
    .where('accountId', '=', accountId)
    .where('status', '=', 'Pending')
    .execute();
  return rows.map(({ id }) => id);
}
