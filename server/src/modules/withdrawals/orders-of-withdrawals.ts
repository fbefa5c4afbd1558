import { readerOf } from '../../platform/context/context.ts';
import type { QueryContext } from '../accounts/index.ts';
import { readOrderIds } from './store.ts';

/** The orders of these withdrawals, by the ids of the withdrawals that the account has. */
export async function ordersOfWithdrawals(
  ctx: QueryContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await readOrderIds(readerOf(ctx), ctx.account.id, ids);
  return new Map(rows.map(({ id, orderId }) => [id, orderId]));
}
