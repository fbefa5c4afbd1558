import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { inList } from '../../platform/database/lists.ts';
import type { RefundablePayment } from './domain/refundable.ts';
import type { ChargeOrder, Continuation } from './provider.ts';
import type { Payment, PaymentEvent, PaymentSubject, PaymentTables } from './tables.ts';

export async function insertPayment(tx: Tx, payment: Payment): Promise<void> {
  await tx.tables<PaymentTables>().insertInto('payments').values(payment).execute();
}

export function readPayment(db: Reader, accountId: string, id: string): Promise<Payment | undefined> {
  return db
    .tables<PaymentTables>()
    .selectFrom('payments')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** What these payments or refunds are for, by their ids. */
export async function subjectsOf(
  db: Reader,
  accountId: string,
  { table, ids }: { readonly table: 'payments' | 'refunds'; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, PaymentSubject>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .tables<PaymentTables>()
    .selectFrom(table)
    // With the amount, which no index has: SQLite would read one of the whole account otherwise.
    .select(['id', 'subjectKind', 'subjectId', 'amountMinor'])
    .where('accountId', '=', accountId)
    .where(inList(db, 'id', ids))
    .execute();
  return new Map(rows.map(({ id, subjectKind: kind, subjectId }) => [id, { kind, id: subjectId }]));
}

/** The payment with this reference of the provider. */
export function readPaymentByReference(
  db: Reader,
  accountId: string,
  { provider, reference }: { readonly provider: string; readonly reference: string },
): Promise<Payment | undefined> {
  return db
    .tables<PaymentTables>()
    .selectFrom('payments')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('provider', '=', provider)
    .where('providerReference', '=', reference)
    .executeTakeFirst();
}

/**
 * Reads a payment and locks it until the transaction ends. The caller holds the lock of its subject, if that exists.
 */
export function lockPayment(tx: Tx, accountId: string, id: string): Promise<Payment | undefined> {
  return tx
    .tables<PaymentTables>()
    .selectFrom('payments')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** All payments of a subject, newest first. */
export function listPayments(db: Reader, accountId: string, subject: PaymentSubject): Promise<Payment[]> {
  return db
    .tables<PaymentTables>()
    .selectFrom('payments')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('subjectKind', '=', subject.kind)
    .where('subjectId', '=', subject.id)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** What a list shows of a payment. */
export type PaymentSummaryRow = RefundablePayment & Pick<Payment, 'subjectId' | 'terms'>;

/** The summary of each payment of these subjects for lists, oldest first. */
export function listSummaries(
  db: Reader,
  accountId: string,
  { kind, ids }: { readonly kind: string; readonly ids: readonly string[] },
): Promise<PaymentSummaryRow[]> {
  return db
    .tables<PaymentTables>()
    .selectFrom('payments')
    .select([
      'subjectId',
      'status',
      'amountMinor',
      'currency',
      'receivedMinor',
      'receivedCurrency',
      'refundedMinor',
      'details',
      'terms',
    ])
    .where('accountId', '=', accountId)
    .where('subjectKind', '=', kind)
    .where(inList(db, 'subjectId', ids))
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** Whether a payment of the subject has not failed. */
export async function hasLivePayment(
  db: Reader,
  accountId: string,
  subject: PaymentSubject,
): Promise<boolean> {
  const payment = await db
    .tables<PaymentTables>()
    .selectFrom('payments')
    .select('id')
    .where('accountId', '=', accountId)
    .where('subjectKind', '=', subject.kind)
    .where('subjectId', '=', subject.id)
    .where('status', '!=', 'Failed')
    .limit(1)
    .executeTakeFirst();
  return payment !== undefined;
}

/** The payment that has paid for the subject. */
export function readSuccess(
  db: Reader,
  accountId: string,
  subject: PaymentSubject,
): Promise<Payment | undefined> {
  return ofStatus(db, accountId, subject)
    .where('status', '=', sql.lit('Succeeded' as const))
    .executeTakeFirst();
}

/** The payments that have paid for these subjects, at most one for each. */
export function readSuccesses(
  db: Reader,
  accountId: string,
  { kind, ids }: { readonly kind: string; readonly ids: readonly string[] },
): Promise<Payment[]> {
  return db
    .tables<PaymentTables>()
    .selectFrom('payments')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('subjectKind', '=', kind)
    .where(inList(db, 'subjectId', ids))
    .where('status', '=', sql.lit('Succeeded' as const))
    .execute();
}

/** The payment of the subject that is pending. */
export function readPending(
  db: Reader,
  accountId: string,
  subject: PaymentSubject,
): Promise<Payment | undefined> {
  return ofStatus(db, accountId, subject)
    .where('status', '=', sql.lit('Pending' as const))
    .executeTakeFirst();
}

/** All pending payments of an account. */
export async function pendingPaymentIds(db: Reader, accountId: string): Promise<string[]> {
  const rows = await db
    .tables<PaymentTables>()
    .selectFrom('payments')
    .select('id')
    .where('accountId', '=', accountId)
    .where('status', '=', sql.lit('Pending' as const))
    .execute();
  return rows.map(({ id }) => id);
}

/** The payments that paid nothing and hold money, oldest first. */
export function listUndue(db: Reader, accountId: string): Promise<Payment[]> {
  return db
    .tables<PaymentTables>()
    .selectFrom('payments')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('status', 'in', ['Surplus', 'Short'])
    .where((eb) => eb('refundedMinor', '<', eb.fn.coalesce('receivedMinor', 'amountMinor')))
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

function ofStatus(db: Reader, accountId: string, { kind, id }: PaymentSubject) {
  return db
    .tables<PaymentTables>()
    .selectFrom('payments')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('subjectKind', '=', kind)
    .where('subjectId', '=', id);
}

/** Whether another payment has paid the same. */
export async function isPaidByAnother(db: Reader, payment: Payment): Promise<boolean> {
  const other = await db
    .tables<PaymentTables>()
    .selectFrom('payments')
    .select('id')
    .where('accountId', '=', payment.accountId)
    .where('subjectKind', '=', payment.subjectKind)
    .where('subjectId', '=', payment.subjectId)
    .where('status', '=', sql.lit('Succeeded' as const))
    .where('id', '!=', payment.id)
    .executeTakeFirst();
  return other !== undefined;
}

/** Records an event; false when it was already recorded and must not take effect again. */
export async function insertPaymentEvent(tx: Tx, event: PaymentEvent): Promise<boolean> {
  const insertion = await tx
    .tables<PaymentTables>()
    .insertInto('paymentEvents')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .returning('eventId')
    .executeTakeFirst();
  return insertion !== undefined;
}

/** Whether an event was recorded. */
export async function hasPaymentEvent(
  db: Reader,
  accountId: string,
  { provider, eventId }: Pick<PaymentEvent, 'provider' | 'eventId'>,
): Promise<boolean> {
  const event = await db
    .tables<PaymentTables>()
    .selectFrom('paymentEvents')
    .select('eventId')
    .where('accountId', '=', accountId)
    .where('provider', '=', provider)
    .where('eventId', '=', eventId)
    .executeTakeFirst();
  return event !== undefined;
}

/** Whether the account has a payment of the provider. */
export async function hasPaymentOf(db: Reader, accountId: string, provider: string): Promise<boolean> {
  const payment = await db
    .tables<PaymentTables>()
    .selectFrom('payments')
    .select('id')
    .where('accountId', '=', accountId)
    .where('provider', '=', provider)
    .limit(1)
    .executeTakeFirst();
  return payment !== undefined;
}

/** Records the provider's reference of a payment, once; a second or late response changes nothing. */
export async function writeReference(
  tx: Tx,
  payment: Payment,
  start: { reference: string; continuation?: Continuation | null; expiresAt?: Date },
): Promise<void> {
  const { reference: providerReference, ...rest } = start;
  await tx
    .tables<PaymentTables>()
    .updateTable('payments')
    .set({ providerReference, ...rest })
    .where('accountId', '=', payment.accountId)
    .where('id', '=', payment.id)
    .where('providerReference', 'is', null)
    .execute();
}

/** Replaces the request of a payment that the provider has answered. */
export async function writeInstruction(
  tx: Tx,
  payment: Payment,
  instruction: NonNullable<Payment['instruction']>,
): Promise<void> {
  await tx
    .tables<PaymentTables>()
    .updateTable('payments')
    .set({ instruction })
    .where('accountId', '=', payment.accountId)
    .where('id', '=', payment.id)
    .execute();
}

/** Records that the provider is called for a charge from now on; false when the payment is no longer pending. */
export async function writeAttempt(tx: Tx, payment: Payment, instruction: ChargeOrder): Promise<boolean> {
  const update = await tx
    .tables<PaymentTables>()
    .updateTable('payments')
    .set({ instruction })
    .where('accountId', '=', payment.accountId)
    .where('id', '=', payment.id)
    .where('status', '=', sql.lit('Pending' as const))
    .returning('id')
    .executeTakeFirst();
  return update !== undefined;
}

/** Waits for the provider of a pending payment until then. */
export async function writeDeadline(tx: Tx, payment: Payment, expiresAt: Date): Promise<void> {
  await tx
    .tables<PaymentTables>()
    .updateTable('payments')
    .set({ expiresAt })
    .where('accountId', '=', payment.accountId)
    .where('id', '=', payment.id)
    .where('status', '=', sql.lit('Pending' as const))
    .execute();
}

/** Ends a payment. The caller holds the lock of its subject. */
export async function writeEnd(
  tx: Tx,
  payment: Payment,
  end: Pick<Payment, 'status' | 'failure' | 'settledAt' | 'receivedMinor' | 'receivedCurrency' | 'details'>,
): Promise<void> {
  await tx
    .tables<PaymentTables>()
    .updateTable('payments')
    .set({ ...end, instruction: null, continuation: null })
    .where('accountId', '=', payment.accountId)
    .where('id', '=', payment.id)
    .execute();
}
