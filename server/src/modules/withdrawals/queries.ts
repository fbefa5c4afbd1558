import { notFound } from '../../kernel/problem.ts';
import { readerOf } from '../../platform/context/context.ts';
import type { QueryContext } from '../accounts/index.ts';
import * as store from './store.ts';
import type { Withdrawal, WithdrawalFilter, WithdrawalLine, WithdrawalView } from './tables.ts';

/**
 * Withdrawals of the account, newest or oldest first, at most one more than the page has; on request only those that are open, or
 * those of an order.
 */
export function listWithdrawals(ctx: QueryContext, filter: WithdrawalFilter): Promise<Withdrawal[]> {
  return store.listWithdrawals(readerOf(ctx), ctx.account.id, filter);
}

/** The ids of orders with a withdrawal that the vendor has to decide on, those with the newest first; at most `limit`. */
export function ordersToDecide(ctx: QueryContext, limit: number): Promise<string[]> {
  return store.orderIdsToDecide(readerOf(ctx), ctx.account.id, limit);
}

/** The lines of these withdrawals, in the order of the orders. */
export function linesOfWithdrawals(
  ctx: QueryContext,
  withdrawals: readonly Withdrawal[],
): Promise<WithdrawalLine[]> {
  const ids = withdrawals.map(({ id }) => id);
  return store.linesOf(readerOf(ctx), ctx.account.id, ids);
}

/** A withdrawal with its lines. Raises `NotFound`. */
export async function findWithdrawal(ctx: QueryContext, id: string): Promise<WithdrawalView> {
  const withdrawal = await store.readWithdrawal(readerOf(ctx), ctx.account.id, id);
  if (withdrawal === undefined) throw notFound({ detail: `There is no withdrawal ${id}.` });
  return { withdrawal, lines: await linesOfWithdrawals(ctx, [withdrawal]) };
}
