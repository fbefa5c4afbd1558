import type { CommandTx } from '../../accounts/index.ts';
import { grantLicenses } from '../../licensing/index.ts';
import { advanceOrder } from '../advance-order.ts';
import { cycleEnd } from '../domain/cycle.ts';
import { type OrderCompleted, recordOrderEvent } from '../events.ts';
import { freeLineIds, limitFreeGrants } from '../cart/free-limit.ts';
import { queueReceipt } from './receipt.ts';
import { type Recipient, recipientOf } from './recipient.ts';
import { replaceLines } from '../store.ts';
import { insertOrderProducts } from '../store-list.ts';
import { markFulfilled } from '../checkout/store-purchases.ts';
import type { Billing, LicenseGrant, Order, Purchase, PurchaseRow } from '../tables.ts';

/**
 * Delivers the content of a payment and closes the order, inside the transaction that records the payment. Content and
 * buyer are those at the start of the payment, even if the cart was changed or claimed by somebody else afterwards.
 */
export async function fulfilOrder(tx: CommandTx, order: Order, purchase: PurchaseRow): Promise<void> {
  // For payments that were started before they stored their buyer, the order's buyer applies.
  const buyer = purchase.buyer ?? { customerId: order.customerId, billing: order.billing };
  const recipient = await recipientOf(tx, buyer);
  await deliverOrder(tx, { order, purchase, billing: buyer.billing, recipient });
}

/** The same for a recipient who is already determined and locked. */
export async function deliverOrder(
  tx: CommandTx,
  delivery: {
    readonly order: Order;
    readonly purchase: PurchaseRow;
    readonly billing: Billing;
    readonly recipient: Recipient;
  },
): Promise<void> {
  const { order, purchase, billing, recipient } = delivery;
  const { customer, awaitsEmailKey } = recipient;
  const { content } = purchase;
  const now = tx.clock.now();
  const free = freeLineIds(content);
  // Counted again under the lock: others of this customer's payments may have been on their way.
  const { grants, excess } = await limitFreeGrants(tx, { content, customerId: customer.id });
  for (const { lineId, productId, quantity, recurrence } of grants) {
    await grantLicenses(tx, {
      customerId: customer.id,
      productId,
      quantity,
      awaitsEmailKey,
      orderId: order.id,
      orderLineId: lineId,
      isFree: free.has(lineId),
      expiresAt: cycleEnd(now, recurrence),
    });
  }
  await markFulfilled(tx, purchase);
  await replaceLines(tx, order, content.lines);
  // A license that waits for a proof has no owner, so that somebody who signed up with the address cannot see the
  // buyer.
  const customerId = awaitsEmailKey === undefined ? customer.id : null;
  await advanceOrder(tx, order, ['PaymentReceived', 'Fulfilled'], {
    customerId,
    billing,
    lastPaymentFailure: null,
    currency: content.quote.currency,
    content: { ...content, grants },
    completedAt: now,
  });
  await insertOrderProducts(tx, order, [...new Set(grants.map(({ productId }) => productId))]);
  recordOrderEvent(tx, {
    type: 'order.completed',
    subjects: { order: order.id, payment: purchase.paymentId, customer: customerId },
    data: completedData(content, grants),
  });
  await queueReceipt(tx, { order: { ...order, billing }, content, grants, excess, ...recipient });
}

function completedData({ quote }: Purchase, grants: readonly LicenseGrant[]): OrderCompleted['data'] {
  return {
    currency: quote.currency,
    totalMinor: quote.total.dueMinor,
    grants: grants.map(({ lineId, productId, quantity }) => ({ lineId, productId, quantity })),
  };
}
