import { readerOf } from '../../platform/context/context.ts';
import type { QueryContext } from '../accounts/index.ts';
import { readWithdrawal } from './store.ts';

/** The order of a withdrawal; `undefined` when the account has no such withdrawal. */
export async function orderOfWithdrawal(ctx: QueryContext, id: string): Promise<string | undefined> {
  return (await readWithdrawal(readerOf(ctx), ctx.account.id, id))?.orderId;
}
