import type { Context } from '../../modules/accounts/index.ts';
import { ORDER_KIND } from '../../modules/orders/index.ts';
import { subjectsToAnswer } from '../../modules/payments/index.ts';
import { ordersToDecide } from '../../modules/withdrawals/index.ts';

/** More than anybody works through in a list. */
const MOST = 1_000;

/** The ids of orders that wait for the vendor in this way, at most `MOST`; `undefined` if nothing is asked for. */
export async function ordersInNeed(
  ctx: Context,
  need: 'DisputeAnswer' | 'WithdrawalDecision' | undefined,
): Promise<string[] | undefined> {
  switch (need) {
    case 'DisputeAnswer':
      return subjectsToAnswer(ctx, { kind: ORDER_KIND, limit: MOST });
    case 'WithdrawalDecision':
      return ordersToDecide(ctx, MOST);
    case undefined:
      return undefined;
  }
}
