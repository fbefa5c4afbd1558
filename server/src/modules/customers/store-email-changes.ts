import type { Reader, Tx } from '../../platform/database/database.ts';
import type { CustomerTables, EmailChange } from './tables.ts';

/** The change of a customer's email that can still be undone. */
export function findEmailChange(
  db: Reader,
  accountId: string,
  customerId: string,
  now: Date,
): Promise<EmailChange | undefined> {
  return db
    .tables<CustomerTables>()
    .selectFrom('emailChanges')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** The change that replaced this address and can still be undone. */
export function findEmailChangeFrom(
  db: Reader,
  accountId: string,
  emailKey: string,
  now: Date,
): Promise<EmailChange | undefined> {
  return db
    .tables<CustomerTables>()
    .selectFrom('emailChanges')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('emailKey', '=', emailKey)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/**
 * The change that still reserves this address for its customer. An unproven address is not reserved: its owner may sign
 * up at any time.
 */
export async function findReservation(
  db: Reader,
  accountId: string,
  emailKey: string,
  now: Date,
): Promise<EmailChange | undefined> {
  const change = await findEmailChangeFrom(db, accountId, emailKey, now);
  return change?.wasConfirmed === true ? change : undefined;
}

/** Stores a change in place of an expired one. */
export async function saveEmailChange(tx: Tx, change: EmailChange): Promise<void> {
  const { accountId: _account, customerId: _customer, ...row } = change;
  await tx
    .tables<CustomerTables>()
    .insertInto('emailChanges')
    .values(change)
    .onConflict((conflict) => conflict.columns(['accountId', 'customerId']).doUpdateSet(row))
    .execute();
}

/** Makes a change final, or undone: of any number of concurrent transactions, only one gets `true`. */
export async function deleteEmailChange(tx: Tx, accountId: string, customerId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .tables<CustomerTables>()
    .deleteFrom('emailChanges')
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Deletes at most `most` changes, of all accounts, that can no longer be undone; returns their number. */
export async function deleteOldEmailChanges(tx: Tx, now: Date, most: number): Promise<number> {
  const db = tx.tables<CustomerTables>();
  const old = await db
    .selectFrom('emailChanges')
    .select(['accountId', 'customerId'])
    .where('expiresAt', '<=', now)
    .orderBy('expiresAt')
    .limit(most)
    .execute();
  if (old.length === 0) return 0;
  const { numDeletedRows } = await db
    .deleteFrom('emailChanges')
    .where((eb) => eb.or(old.map((change) => eb.and(change))))
    .where('expiresAt', '<=', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
