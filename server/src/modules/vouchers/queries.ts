import { readerOf } from '../../platform/context/context.ts';
import type { RowPage } from '../../platform/database/newest-first.ts';
import type { QueryContext } from '../accounts/index.ts';
import { normaliseCode } from './domain/code.ts';
import { hashCode } from './hash-code.ts';
import * as store from './store.ts';
import type { RedeemedVoucher, VoucherBatch } from './tables.ts';

/** The batch with this id, without its codes. */
export function findBatch(ctx: QueryContext, id: string): Promise<VoucherBatch | undefined> {
  return store.findBatch(readerOf(ctx), ctx.account.id, id);
}

/** The names of these batches, by the ids of those that the account has. */
export async function namesOfBatches(
  ctx: QueryContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await store.readBatchNames(readerOf(ctx), ctx.account.id, ids);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The batch of the voucher with this code, in any spelling, and whether somebody has redeemed it. */
export async function findBatchOfCode(
  ctx: QueryContext,
  typed: string,
): Promise<{ readonly batch: VoucherBatch; readonly isRedeemed: boolean } | undefined> {
  const code = normaliseCode(typed);
  const match =
    code === undefined ? undefined : await store.findVoucher(readerOf(ctx), ctx.account.id, hashCode(code));
  return match && { batch: match.batch, isRedeemed: match.redeemedBy !== undefined };
}

/** Batches newest first; up to one more than `limit`, to show whether there are more. */
export function listBatches(ctx: QueryContext, page: RowPage): Promise<VoucherBatch[]> {
  return store.listBatches(readerOf(ctx), ctx.account.id, page);
}

/** The number of redeemed codes of a batch. */
export function countRedeemed(ctx: QueryContext, batchId: string): Promise<number> {
  return store.countRedeemed(readerOf(ctx), ctx.account.id, batchId);
}

/** The vouchers that a customer has redeemed, newest first; up to one more than `limit`. */
export function listRedemptions(
  ctx: QueryContext,
  customerId: string,
  page: RowPage,
): Promise<RedeemedVoucher[]> {
  return store.redemptionsOf(readerOf(ctx), ctx.account.id, customerId, page);
}
