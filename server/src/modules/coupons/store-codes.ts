import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { inList, rowsFrom } from '../../platform/database/lists.ts';
import { newestFirst, type RowPage } from '../../platform/database/newest-first.ts';
import { unindexed } from '../../platform/database/unindexed.ts';
import type { CouponBatch, CouponCode, CouponTables } from './tables.ts';

/** Adds a code; false, and nothing changed, when the account already has it. */
export async function insertCode(tx: Tx, code: CouponCode): Promise<boolean> {
  const inserted = await tx
    .tables<CouponTables>()
    .insertInto('couponCodes')
    .values(code)
    .onConflict((conflict) => conflict.columns(['accountId', 'codeHash']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

const CODE_COLUMNS = {
  accountId: 'TEXT',
  id: 'TEXT',
  couponId: 'TEXT',
  batchId: 'TEXT',
  codeHash: 'TEXT',
  codeSealed: 'TEXT',
  maxUses: 'INTEGER',
  uses: 'INTEGER',
  createdAt: 'TIMESTAMP',
} as const;
const CODE_COLUMN_NAMES = [
  'accountId',
  'id',
  'couponId',
  'batchId',
  'codeHash',
  'codeSealed',
  'maxUses',
  'uses',
  'createdAt',
] as const;

/** Adds generated codes, which are all different. */
export async function insertCodes(tx: Tx, codes: readonly CouponCode[]): Promise<void> {
  const db = tx.tables<CouponTables>();
  const rows = rowsFrom(tx, CODE_COLUMNS, codes);
  await db
    .insertInto('couponCodes')
    .columns(CODE_COLUMN_NAMES)
    .expression(db.selectFrom(rows.as('given')).select(CODE_COLUMN_NAMES))
    .execute();
}

/** The code by its hash. */
export function findCodeByHash(
  db: Reader,
  accountId: string,
  codeHash: string,
): Promise<CouponCode | undefined> {
  return codesOf(db, accountId).where('codeHash', '=', codeHash).executeTakeFirst();
}

/** Codes by their ids, each with whether an order with it was fulfilled. */
export function findCodes(db: Reader, accountId: string, ids: readonly string[]) {
  return codesOf(db, accountId)
    .where(inList(db, 'id', ids))
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('couponUses')
            .select('couponUses.id')
            .whereRef('couponUses.accountId', '=', 'couponCodes.accountId')
            .whereRef('couponUses.codeId', '=', 'couponCodes.id')
            .where(unindexed(sql<boolean>`${sql.ref('couponUses.status')} = 'Used'`)),
        )
        .as('isRedeemed'),
    )
    .execute();
}

/** The code, locked until the transaction ends. */
export function lockCode(tx: Tx, accountId: string, id: string): Promise<CouponCode | undefined> {
  return codesOf(tx, accountId).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Revokes a code. */
export async function revokeCode(tx: Tx, { accountId, id }: CouponCode, revokedAt: Date): Promise<void> {
  await tx
    .tables<CouponTables>()
    .updateTable('couponCodes')
    .set({ revokedAt })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** The codes of a coupon, or of one batch of it, newest first. */
export function pageCodes(
  db: Reader,
  accountId: string,
  { couponId, batchId }: { readonly couponId: string; readonly batchId?: string | undefined },
  page: RowPage,
): Promise<CouponCode[]> {
  const query = codesOf(db, accountId);
  const some =
    batchId === undefined ? query.where('couponId', '=', couponId) : query.where('batchId', '=', batchId);
  return newestFirst(some, page).execute();
}

export async function insertBatch(tx: Tx, batch: CouponBatch): Promise<void> {
  await tx.tables<CouponTables>().insertInto('couponBatches').values(batch).execute();
}

export function findBatch(db: Reader, accountId: string, id: string): Promise<CouponBatch | undefined> {
  return batchesOf(db, accountId).where('id', '=', id).executeTakeFirst();
}

/** The batch, locked until the transaction ends. */
export function lockBatch(tx: Tx, accountId: string, id: string): Promise<CouponBatch | undefined> {
  return batchesOf(tx, accountId).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function setGenerated(tx: Tx, { accountId, id }: CouponBatch, generated: number): Promise<void> {
  await tx
    .tables<CouponTables>()
    .updateTable('couponBatches')
    .set({ generated })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** The batches of a coupon, newest first. */
export function pageBatches(
  db: Reader,
  accountId: string,
  couponId: string,
  page: RowPage,
): Promise<CouponBatch[]> {
  return newestFirst(batchesOf(db, accountId).where('couponId', '=', couponId), page).execute();
}

function codesOf(db: Reader, accountId: string) {
  return db.tables<CouponTables>().selectFrom('couponCodes').selectAll().where('accountId', '=', accountId);
}

function batchesOf(db: Reader, accountId: string) {
  return db.tables<CouponTables>().selectFrom('couponBatches').selectAll().where('accountId', '=', accountId);
}

/** A batch of a coupon whose codes do not all exist yet. */
export function findUnfinishedBatch(
  db: Reader,
  accountId: string,
  { couponId, batchId }: { readonly couponId: string; readonly batchId?: string | undefined },
): Promise<CouponBatch | undefined> {
  return batchesOf(db, accountId)
    .where('couponId', '=', couponId)
    .$if(batchId !== undefined, (query) => query.where('id', '=', batchId ?? ''))
    .whereRef('generated', '<', 'quantity')
    .limit(1)
    .executeTakeFirst();
}

/** All batches of an account whose codes do not all exist yet. */
export async function unfinishedBatchIds(db: Reader, accountId: string): Promise<string[]> {
  const rows = db.tables<CouponTables>().selectFrom('couponBatches').select('id');
  const unfinished = rows.where('accountId', '=', accountId).whereRef('generated', '<', 'quantity');
  return (await unfinished.execute()).map(({ id }) => id);
}
