import type { Reader, Tx } from '../../platform/database/database.ts';
import { inList } from '../../platform/database/lists.ts';
import type { VoucherRedemption, VoucherTables } from './tables.ts';

/** Vouchers by the hashes of their codes; those that the account does not have are omitted. */
export async function findVoucherIds(
  db: Reader,
  accountId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .tables<VoucherTables>()
    .selectFrom('vouchers')
    .select(['id', 'codeHash'])
    .where('accountId', '=', accountId)
    .where(inList(db, 'codeHash', hashes))
    .execute();
  return new Map(rows.map(({ id, codeHash }) => [codeHash, id]));
}

/** Records that vouchers were redeemed elsewhere. */
export async function insertRedemptions(tx: Tx, rows: readonly VoucherRedemption[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.tables<VoucherTables>().insertInto('voucherRedemptions').values(rows).execute();
}

/** Sets the number of codes of a batch, all of which exist. */
export async function setQuantity(tx: Tx, accountId: string, id: string, quantity: number): Promise<void> {
  await tx
    .tables<VoucherTables>()
    .updateTable('voucherBatches')
    .set({ quantity, generated: quantity })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}
