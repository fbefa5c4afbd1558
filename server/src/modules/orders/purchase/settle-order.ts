import type { CommandTx } from '../../accounts/index.ts';
import { advanceOrder } from '../order/advance-order.ts';
import { insertLines } from '../order/store-lines.ts';
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
  // For payments that were started before they stored their buyer, the order's buyer applies.
  const { customerId, billing } = buyer ?? order;
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
