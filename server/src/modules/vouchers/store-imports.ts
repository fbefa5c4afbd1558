import type { Reader, Tx } from '../../platform/database/database.ts';
import { inList } from '../../platform/database/lists.ts';
import type { VoucherRedemption, VoucherRow, VoucherTables } from './tables.ts';

/** A voucher that the account has, and who has redeemed it. */
export type StoredVoucher = Pick<VoucherRow, 'id' | 'batchId' | 'codeHash'> & {
  /** Null: nobody. */
  readonly customerId: string | null;
};

/** Vouchers by the hashes of their codes; those that the account does not have are omitted. */
export async function findVouchers(
  db: Reader,
  accountId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, StoredVoucher>> {
  const rows = await db
    .tables<VoucherTables>()
    .selectFrom('vouchers')
    .leftJoin('voucherRedemptions', (join) =>
      join
        .onRef('voucherRedemptions.accountId', '=', 'vouchers.accountId')
        .onRef('voucherRedemptions.voucherId', '=', 'vouchers.id'),
    )
    .select(['vouchers.id', 'vouchers.batchId', 'vouchers.codeHash', 'voucherRedemptions.customerId'])
    .where('vouchers.accountId', '=', accountId)
    .where(inList(db, 'vouchers.codeHash', hashes))
    .execute();
  return new Map(rows.map((row) => [row.codeHash, row]));
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
