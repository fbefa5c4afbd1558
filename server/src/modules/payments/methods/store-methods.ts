import type { Reader, Tx } from '../../../platform/database/database.ts';
import type { PaymentTables, SavedMethod } from '../tables.ts';

export async function insertMethod(tx: Tx, method: SavedMethod): Promise<void> {
  await tx.tables<PaymentTables>().insertInto('savedPaymentMethods').values(method).execute();
}

export function readMethod(db: Reader, accountId: string, id: string): Promise<SavedMethod | undefined> {
  return db
    .tables<PaymentTables>()
    .selectFrom('savedPaymentMethods')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export function lockMethodRow(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<Pick<SavedMethod, 'id'> | undefined> {
  return tx
    .tables<PaymentTables>()
    .selectFrom('savedPaymentMethods')
    .select('id')
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export function readMethodOfPayment(
  db: Reader,
  accountId: string,
  paymentId: string,
): Promise<SavedMethod | undefined> {
  return db
    .tables<PaymentTables>()
    .selectFrom('savedPaymentMethods')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('paymentId', '=', paymentId)
    .executeTakeFirst();
}

/** Whether a method that can be charged has this reference of the provider. */
export async function isReferenceInUse(
  db: Reader,
  accountId: string,
  { provider, reference }: Pick<SavedMethod, 'provider' | 'reference'>,
): Promise<boolean> {
  const method = await db
    .tables<PaymentTables>()
    .selectFrom('savedPaymentMethods')
    .select('id')
    .where('accountId', '=', accountId)
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .where('status', '=', 'Usable')
    .limit(1)
    .executeTakeFirst();
  return method !== undefined;
}

/** Whether a method that can be charged belongs to this customer of the provider. */
export async function isCustomerCharged(
  db: Reader,
  accountId: string,
  { provider, customerReference }: Pick<SavedMethod, 'provider' | 'customerReference'>,
): Promise<boolean> {
  const method = await db
    .tables<PaymentTables>()
    .selectFrom('savedPaymentMethods')
    .select('id')
    .where('accountId', '=', accountId)
    .where('provider', '=', provider)
    .where('customerReference', '=', customerReference)
    .where('status', '=', 'Usable')
    .limit(1)
    .executeTakeFirst();
  return method !== undefined;
}

/** Changes a method of this status; `undefined` when there is none. */
export function changeMethod(
  tx: Tx,
  accountId: string,
  { id, status }: Pick<SavedMethod, 'id' | 'status'>,
  change: Partial<Omit<SavedMethod, 'accountId' | 'id'>>,
): Promise<SavedMethod | undefined> {
  return tx
    .tables<PaymentTables>()
    .updateTable('savedPaymentMethods')
    .set(change)
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', status)
    .returningAll()
    .executeTakeFirst();
}
