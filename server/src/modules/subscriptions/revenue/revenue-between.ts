import { readerOf } from '../../../platform/context/context.ts';
import type { QueryContext } from '../../accounts/index.ts';
import { firstRevenueChange, type RevenueSum, sumRevenueChanges } from '../store-revenue.ts';

/** When the first subscription of the account brought something; `undefined`: none has. */
export function firstRevenueAt(ctx: QueryContext): Promise<Date | undefined> {
  return firstRevenueChange(readerOf(ctx), ctx.account.id);
}

/** How what subscriptions bring each month changed from a moment until before another one. */
export function revenueBetween(
  ctx: QueryContext,
  span: { readonly from: Date; readonly to: Date },
): Promise<RevenueSum[]> {
  return sumRevenueChanges(readerOf(ctx), ctx.account.id, span);
}
