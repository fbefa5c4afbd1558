import { readerOf } from '../../platform/context/context.ts';
import type { RowPage } from '../../platform/database/newest-first.ts';
import type { QueryContext } from '../accounts/index.ts';
import { redemptionsOf } from './store.ts';
import type { RedeemedVoucher } from './tables.ts';

/** The vouchers that a customer has redeemed, newest first; up to one more than `limit`. */
export function listRedemptions(
  ctx: QueryContext,
  customerId: string,
  page: RowPage,
): Promise<RedeemedVoucher[]> {
  return redemptionsOf(readerOf(ctx), ctx.account.id, customerId, page);
}
