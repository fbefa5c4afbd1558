import type { Reader, Tx } from '../../platform/database/database.ts';
import { newestFirst, type RowPage } from '../../platform/database/newest-first.ts';
import type { CustomerNote, CustomerTables } from './tables.ts';

export async function insertNote(tx: Tx, note: CustomerNote): Promise<void> {
  await tx.tables<CustomerTables>().insertInto('customerNotes').values(note).execute();
}

/** Deletes a note, and returns it; `undefined` when the customer has no such note. */
export function deleteNote(
  tx: Tx,
  { accountId, customerId, id }: Pick<CustomerNote, 'accountId' | 'customerId' | 'id'>,
): Promise<CustomerNote | undefined> {
  return tx
    .tables<CustomerTables>()
    .deleteFrom('customerNotes')
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where('customerId', '=', customerId)
    .returningAll()
    .executeTakeFirst();
}

/** A page of the notes about a customer, newest first. */
export function pageNotes(
  db: Reader,
  { accountId, customerId }: Pick<CustomerNote, 'accountId' | 'customerId'>,
  page: RowPage,
): Promise<CustomerNote[]> {
  const notes = db
    .tables<CustomerTables>()
    .selectFrom('customerNotes')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId);
  return newestFirst(notes, page).execute();
}

/** Makes the notes about a customer those about another. */
export async function moveNotes(
  tx: Tx,
  accountId: string,
  { from, into }: { readonly from: string; readonly into: string },
): Promise<void> {
  await tx
    .tables<CustomerTables>()
    .updateTable('customerNotes')
    .set({ customerId: into })
    .where('accountId', '=', accountId)
    .where('customerId', '=', from)
    .execute();
}

/** Deletes the notes about a customer. */
export async function deleteNotes(tx: Tx, accountId: string, customerId: string): Promise<void> {
  await tx
    .tables<CustomerTables>()
    .deleteFrom('customerNotes')
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .execute();
}
