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
