import type { CommandTx } from '../../accounts/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import { grantLicenses, limitsOf, suspendLicenses, upgradeLicense } from '../../licensing/index.ts';
import { isDisputed } from '../../payments/index.ts';
import { advanceOrder } from '../order/store-status.ts';
import { type OrderCompleted, recordOrderEvent } from '../events.ts';
import { freeLineIds, type LimitedGrants, limitFreeGrants } from '../purchase/free-limit.ts';
import { useOrderCoupons } from '../purchase/coupon-uses.ts';
import { startPurchaseGrace } from '../purchase/purchase-grace.ts';
import { decisivePurchase } from '../purchase/purchases.ts';
import { markFulfilled } from '../purchase/store-purchases.ts';
import { issueOrderDocument } from '../documents/issue-order-document.ts';
import { composeReceipt, queueReceipt, type Receipt } from './receipt.ts';
import { type Recipient, recipientOf } from './recipient.ts';
import { dropFailedFulfilment } from './request-fulfilment.ts';
import { lockOrder } from '../order/store.ts';
import { insertOrderProducts } from '../order/store-list.ts';
import type { LicenseGrant, Order, Purchase, PurchaseRow } from '../tables.ts';

/**
 * Delivers the content of the payment of a paid order and completes it, all or nothing. An order that is not paid,
 * completed, cancelled, or nonexistent stays unchanged, so it may be called any number of times. A job that failed to do
 * this for the last time goes.
 */
export async function fulfilOrder(tx: CommandTx, catalog: Catalog, orderId: string): Promise<void> {
  const order = await lockOrder(tx, tx.account.id, orderId);
  if (order?.status !== 'Paid' || order.cancelledAt !== null) return;
  const purchase = await decisivePurchase(tx, order);
  if (purchase === undefined) throw new Error(`order ${orderId} is paid, and no purchase says for what`);
  await dropFailedFulfilment(tx, orderId);
  await deliverOrder(tx, { order, purchase, recipient: await recipientOf(tx, order), catalog });
}

/** An order to deliver. */
interface Delivery {
  /** Paid, and locked. */
  readonly order: Order;
  /** The content of the payment. */
  readonly purchase: PurchaseRow;
  /** Locked. */
  readonly recipient: Recipient;
  /** Loaded before the transaction. */
  readonly catalog: Catalog;
}

/** The steps of fulfilment, in the order of the locks that they take. */
export async function deliverOrder(tx: CommandTx, delivery: Delivery): Promise<void> {
  const { purchase, recipient, catalog } = delivery;
  const { content } = purchase;
  const limited = await grantPurchase(tx, delivery);
  await useOrderCoupons(tx, delivery.order, purchase);
  const order = await completeOrder(tx, delivery, limited.grants);
  // Disputes are recorded without licenses while the delivery is cancelled, which a failed refund resumes.
  if (await isDisputed(tx, purchase.paymentId)) {
    await suspendLicenses(tx, { orderId: order.id });
    await tx.orders.recurring.suspended(tx, order);
  }
  const mail = await composeReceipt(tx, { order, content, ...limited, ...recipient, catalog });
  // The series of document numbers is the last lock.
  await queueReceipt(tx, mail, await issueOrderDocument(tx, order));
}

async function grantPurchase(
  tx: CommandTx,
  { order, purchase, recipient: { customer, awaitsEmailKey } }: Delivery,
): Promise<LimitedGrants & Pick<Receipt, 'terms'>> {
  const { content, paymentId, createdAt: boughtAt } = purchase;
  const now = tx.clock.now();
  const free = freeLineIds(content);
  // Counted again under the lock: the customer may have had other pending payments.
  const limited = await limitFreeGrants(tx, { content, customerId: customer.id });
  const seatsOf = await changeLicenses(tx, content, { customerId: customer.id, orderId: order.id, boughtAt });
  const terms = await tx.orders.recurring.delivered(tx, {
    order,
    content: { ...content, grants: limited.grants },
    paymentId,
    customerId: customer.id,
    awaitsEmailKey,
  });
  for (const grant of limited.grants) {
    const { lineId, productId, variationId, gives, quantity, besideLicenseId } = grant;
    const { nextPayment: _, ...term } = terms.get(lineId) ?? {};
    await grantLicenses(tx, {
      ...term,
      customerId: customer.id,
      productId,
      quantity,
      awaitsEmailKey,
      orderId: order.id,
      orderLineId: lineId,
      boughtAt,
      isFree: free.has(lineId),
      variationId,
      ...limitsOf(gives, now),
      // An upgrade adds no seats.
      maxActivations: seatsOf.get(besideLicenseId ?? ''),
    });
  }
  await startPurchaseGrace(tx, { createdAt: boughtAt, content: { ...content, grants: limited.grants } });
  return { ...limited, terms };
}

/** Changes the licenses that the lines are for; returns the seats of each, by its id. */
async function changeLicenses(
  tx: CommandTx,
  { upgrades = [] }: Purchase,
  of: { readonly customerId: string; readonly orderId: string; readonly boughtAt: Date },
): Promise<ReadonlyMap<string, number>> {
  const seatsOf = new Map<string, number>();
  // In the order of their ids, as everywhere.
  for (const upgrade of upgrades.toSorted((a, b) => (a.licenseId < b.licenseId ? -1 : 1))) {
    const { lineId, variationId, ...change } = upgrade;
    const license = await upgradeLicense(tx, {
      ...change,
      ...of,
      orderLineId: lineId,
      variationId: change.kind === 'Upgrade' ? variationId : null,
    });
    if (license !== undefined) seatsOf.set(license.id, license.maxActivations);
  }
  return seatsOf;
}

async function completeOrder(
  tx: CommandTx,
  { order, purchase, recipient }: Delivery,
  grants: readonly LicenseGrant[],
): Promise<Order> {
  const { content, paymentId } = purchase;
  // A license that waits for a proof has no owner, so that somebody who signed up with the address cannot see the
  // buyer.
  const customerId = recipient.awaitsEmailKey === undefined ? recipient.customer.id : null;
  await markFulfilled(tx, purchase);
  await insertOrderProducts(tx, order, [...new Set(grants.map(({ productId }) => productId))]);
  const completed = await advanceOrder(tx, order, ['Fulfilled'], {
    customerId,
    content: { ...content, grants },
    lastFulfilmentFailure: null,
    completedAt: tx.clock.now(),
  });
  recordOrderEvent(tx, {
    type: 'order.completed',
    subjects: { order: order.id, payment: paymentId, customer: customerId },
    data: completedData(content, grants),
  });
  return completed;
}

function completedData({ quote }: Purchase, grants: readonly LicenseGrant[]): OrderCompleted['data'] {
  return {
    currency: quote.currency,
    totalMinor: quote.total.dueMinor,
    grants: grants.map(({ lineId, productId, quantity }) => ({ lineId, productId, quantity })),
  };
}
