import { readerOf } from '../../../platform/context/context.ts';
import type { QueryContext } from '../../accounts/index.ts';
import type { Refund } from '../../payments/index.ts';
import type { OrderRefund } from '../tables.ts';
import { readOrderRefunds } from './store-refunds.ts';

/** The refunded lines of these refunds, by their ids; refunds that failed, or returned only money, are absent. */
export async function returnsOf(
  ctx: QueryContext,
  refunds: readonly Pick<Refund, 'id'>[],
): Promise<ReadonlyMap<string, OrderRefund>> {
  const ids = refunds.map(({ id }) => id);
  const rows = await readOrderRefunds(readerOf(ctx), ctx.account.id, ids);
  return new Map(rows.map((row) => [row.refundId, row]));
}
