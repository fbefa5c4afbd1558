import type { CommandTx } from '../../accounts/index.ts';
import { advanceOrder } from '../order/store-status.ts';
import { insertLines } from '../order/store.ts';
import type { Order, PurchaseRow } from '../tables.ts';

/**
 * Makes an order `Paid`, and returns it: from then on its lines, prices and buyer are those at the start of the
 * payment, even if the cart was changed or claimed by somebody else afterwards. Nothing is delivered yet: see
 * `fulfilOrder`. The caller holds the order's lock.
 */
export async function settleOrder(
  tx: CommandTx,
  order: Order,
  { content, buyer }: Pick<PurchaseRow, 'content' | 'buyer'>,
): Promise<Order> {
  const { customerId, billing } = buyer;
  await insertLines(tx, order, content.lines);
  return advanceOrder(tx, order, ['PaymentReceived'], {
    customerId,
    billing,
    currency: content.quote.currency,
    lines: content.lines,
    content,
    lastPaymentFailure: null,
    paidAt: tx.clock.now(),
  });
}
