import type { Reader, Tx } from '../../platform/database/database.ts';
import { inList, rowsFrom } from '../../platform/database/lists.ts';
import { newestFirst, type RowPage } from '../../platform/database/newest-first.ts';
import type {
  RedeemedVoucher,
  VoucherBatch,
  VoucherRedemption,
  VoucherRow,
  VoucherTables,
} from './tables.ts';

export function findBatch(db: Reader, accountId: string, id: string): Promise<VoucherBatch | undefined> {
  return batches(db, accountId).where('id', '=', id).executeTakeFirst();
}

/** The names of these batches. */
export function readBatchNames(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<Pick<VoucherBatch, 'id' | 'name'>[]> {
  return db
    .tables<VoucherTables>()
    .selectFrom('voucherBatches')
    .select(['id', 'name'])
    .where('accountId', '=', accountId)
    .where(inList(db, 'id', ids))
    .execute();
}

/** The batch, locked until the transaction ends. */
export function lockBatch(tx: Tx, accountId: string, id: string): Promise<VoucherBatch | undefined> {
  return batches(tx, accountId).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** All batches of an account: whether their codes are to be complete, and their ids. */
export async function allBatches(
  db: Reader,
  accountId: string,
): Promise<Pick<VoucherBatch, 'id' | 'quantity' | 'generated' | 'revokedAt'>[]> {
  const rows = db.tables<VoucherTables>().selectFrom('voucherBatches');
  return rows
    .select(['id', 'quantity', 'generated', 'revokedAt'])
    .where('accountId', '=', accountId)
    .execute();
}

/** Batches of an account, newest first. */
export function listBatches(db: Reader, accountId: string, page: RowPage): Promise<VoucherBatch[]> {
  return newestFirst(batches(db, accountId), page).execute();
}

export async function insertBatch(tx: Tx, batch: VoucherBatch): Promise<void> {
  await tx.tables<VoucherTables>().insertInto('voucherBatches').values(batch).execute();
}

export async function setGenerated(tx: Tx, accountId: string, id: string, generated: number): Promise<void> {
  await tx
    .tables<VoucherTables>()
    .updateTable('voucherBatches')
    .set({ generated })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Writes whether a batch and its licenses are revoked. The caller holds the lock of the batch. */
export async function setRevocation(
  tx: Tx,
  { accountId, id, revokedAt, revokesLicenses }: VoucherBatch,
): Promise<void> {
  await tx
    .tables<VoucherTables>()
    .updateTable('voucherBatches')
    .set({ revokedAt, revokesLicenses })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}

const VOUCHER_COLUMNS = {
  accountId: 'TEXT',
  id: 'TEXT',
  batchId: 'TEXT',
  ordinal: 'INTEGER',
  codeHash: 'TEXT',
  codeSealed: 'TEXT',
  createdAt: 'TIMESTAMP',
} as const;
const VOUCHER_COLUMN_NAMES = [
  'accountId',
  'id',
  'batchId',
  'ordinal',
  'codeHash',
  'codeSealed',
  'createdAt',
] as const;

export async function insertVouchers(tx: Tx, vouchers: readonly VoucherRow[]): Promise<void> {
  const db = tx.tables<VoucherTables>();
  const rows = rowsFrom(tx, VOUCHER_COLUMNS, vouchers);
  await db
    .insertInto('vouchers')
    .columns(VOUCHER_COLUMN_NAMES)
    .expression(db.selectFrom(rows.as('given')).select(VOUCHER_COLUMN_NAMES))
    .execute();
}

/** A voucher with its batch and, if there is one, its redemption. */
export interface FoundVoucher {
  readonly voucher: VoucherRow;
  readonly batch: VoucherBatch;
  readonly redeemedBy: string | undefined;
}

export async function findVoucher(
  db: Reader,
  accountId: string,
  codeHash: string,
): Promise<FoundVoucher | undefined> {
  const voucher = await db
    .tables<VoucherTables>()
    .selectFrom('vouchers')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('codeHash', '=', codeHash)
    .executeTakeFirst();
  if (voucher === undefined) return undefined;
  const batch = await findBatch(db, accountId, voucher.batchId);
  if (batch === undefined) throw new Error(`voucher ${voucher.id} is of no batch`);
  const redemption = await findRedemption(db, accountId, voucher.id);
  return { voucher, batch, redeemedBy: redemption?.customerId };
}

export function findRedemption(
  db: Reader,
  accountId: string,
  voucherId: string,
): Promise<VoucherRedemption | undefined> {
  const query = db.tables<VoucherTables>().selectFrom('voucherRedemptions').selectAll();
  return query.where('accountId', '=', accountId).where('voucherId', '=', voucherId).executeTakeFirst();
}

/** The vouchers that a customer has redeemed, newest first; up to one more than `limit`. */
export async function redemptionsOf(
  db: Reader,
  accountId: string,
  customerId: string,
  page: RowPage,
): Promise<RedeemedVoucher[]> {
  const redemptions = db
    .tables<VoucherTables>()
    .selectFrom('voucherRedemptions')
    .innerJoin('vouchers', (join) =>
      join
        .onRef('vouchers.accountId', '=', 'voucherRedemptions.accountId')
        .onRef('vouchers.id', '=', 'voucherRedemptions.voucherId'),
    )
    .innerJoin('voucherBatches', (join) =>
      join
        .onRef('voucherBatches.accountId', '=', 'vouchers.accountId')
        .onRef('voucherBatches.id', '=', 'vouchers.batchId'),
    )
    .select([
      'voucherRedemptions.voucherId',
      'voucherRedemptions.redeemedAt',
      'vouchers.batchId',
      'voucherBatches.name',
      'voucherBatches.contents',
    ])
    .where('voucherRedemptions.accountId', '=', accountId)
    .where('voucherRedemptions.customerId', '=', customerId);
  const order = { table: 'voucherRedemptions', moment: 'redeemedAt', id: 'voucherId' } as const;
  return newestFirst(redemptions, page, order).execute();
}

/** Records a redemption; false, and nothing changed, when the voucher already has one. */
export async function insertRedemption(tx: Tx, row: VoucherRedemption): Promise<boolean> {
  const inserted = await tx
    .tables<VoucherTables>()
    .insertInto('voucherRedemptions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['accountId', 'voucherId']).doNothing())
    .returning('voucherId')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The number of redeemed codes of a batch. */
export async function countRedeemed(db: Reader, accountId: string, batchId: string): Promise<number> {
  const { count } = await db
    .tables<VoucherTables>()
    .selectFrom('vouchers')
    .innerJoin('voucherRedemptions', (join) =>
      join
        .onRef('voucherRedemptions.accountId', '=', 'vouchers.accountId')
        .onRef('voucherRedemptions.voucherId', '=', 'vouchers.id'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('vouchers.accountId', '=', accountId)
    .where('vouchers.batchId', '=', batchId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Makes what a customer redeemed another one's; returns the number of codes. */
export async function moveRedemptionRows(
  tx: Tx,
  accountId: string,
  { from, into }: { readonly from: string; readonly into: string },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .tables<VoucherTables>()
    .updateTable('voucherRedemptions')
    .set({ customerId: into })
    .where('accountId', '=', accountId)
    .where('customerId', '=', from)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** A code of a batch, still sealed, and the customer who redeemed it. */
export interface ListedVoucher {
  readonly id: string;
  readonly ordinal: number;
  readonly codeSealed: string;
  readonly customerId: string | null;
  readonly redeemedAt: Date | null;
}

/** Up to `limit` codes of a batch in their order, from an ordinal on. */
export function listVouchers(
  db: Reader,
  accountId: string,
  batchId: string,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<ListedVoucher[]> {
  return db
    .tables<VoucherTables>()
    .selectFrom('vouchers')
    .leftJoin('voucherRedemptions', (join) =>
      join
        .onRef('voucherRedemptions.accountId', '=', 'vouchers.accountId')
        .onRef('voucherRedemptions.voucherId', '=', 'vouchers.id'),
    )
    .select([
      'vouchers.id',
      'vouchers.ordinal',
      'vouchers.codeSealed',
      'voucherRedemptions.customerId',
      'voucherRedemptions.redeemedAt',
    ])
    .where('vouchers.accountId', '=', accountId)
    .where('vouchers.batchId', '=', batchId)
    .where('vouchers.ordinal', '>=', from)
    .orderBy('vouchers.ordinal')
    .limit(limit)
    .execute();
}

function batches(db: Reader, accountId: string) {
  const query = db.tables<VoucherTables>().selectFrom('voucherBatches').selectAll();
  return query.where('accountId', '=', accountId);
}
