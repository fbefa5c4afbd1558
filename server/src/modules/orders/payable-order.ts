import { returnOrderCoupons } from './purchase/coupon-uses.ts';
import type { CommandTx } from '../accounts/index.ts';
import {
  type LockedPayable,
  type Payable,
  type Payment,
  type PaymentFailure,
  stopPending,
} from '../payments/index.ts';
import { advanceOrder } from './order/store-status.ts';
import { requestFulfilment } from './fulfilment/request-fulfilment.ts';
import { refundReactions } from './refunds/react-to-refunds.ts';
import { lockOrder } from './order/store.ts';
import { openUndueRefund } from './refunds/return-undue-money.ts';
import { queuePaymentMail } from './purchase/payment-mail.ts';
import { markUndueMoney } from './refunds/undue-money.ts';
import { ORDER_KIND, orderSubject, settleOrder } from './purchase/purchases.ts';
import { readPurchase } from './purchase/store-purchases.ts';
import type { Order, PurchaseRow } from './tables.ts';

/**
 * The reaction of an order to its payments, in the transaction that records their outcome (wire contract section 4):
 * one that succeeds makes it `Paid` with the content of that payment, and enqueues the job that delivers it; one that
 * fails reopens it and stores the reason.
 */
const payableOrder: Payable = {
  async lock(tx, id, paymentId) {
    const order = await lockOrder(tx, tx.account.id, id);
    // The cart of the payment may be deleted and its id reused: that is another cart.
    const purchase = order && (await readPurchase(tx, order.accountId, paymentId));
    return purchase && reactions(tx, order, purchase);
  },
  async orphaned(tx, payment) {
    if (tx.account.settings.returnsUndueMoney) await openUndueRefund(tx, payment);
  },
};

/** The subjects of payments: orders. */
export const ORDER_PAYABLES = { [ORDER_KIND]: payableOrder };

function reactions(tx: CommandTx, order: Order, purchase: PurchaseRow): LockedPayable {
  return {
    isFulfilling: order.status === 'Paid' && order.cancelledAt === null,
    ...refundReactions(tx, order),
    async paid() {
      await settleOrder(tx, order, purchase);
      await requestFulfilment(tx, order.id);
      // If this payment was cancelled, another one may be pending.
      if (order.status === 'PaymentProcessing') await stopPending(tx, orderSubject(order));
    },
    async failed(payment: Payment, failure: PaymentFailure) {
      const { reason, wasSubmitted } = failure;
      await returnOrderCoupons(tx, order, payment.id);
      // Another payment may have paid the order since.
      if (order.status !== 'PaymentProcessing') return;
      const open = await advanceOrder(tx, order, ['PaymentFailed'], {
        content: null,
        lastPaymentFailure: reason,
      });
      const isWithBuyer = purchase.buyer.linkId !== null;
      await tx.orders.recurring.failed(tx, open, { ...failure, isWithBuyer, begunAt: payment.createdAt });
      if (wasSubmitted) await queuePaymentMail(tx, { order, purchase, payment });
    },
    async undue(payment: Payment) {
      if (tx.account.settings.returnsUndueMoney) await openUndueRefund(tx, payment);
      await markUndueMoney(tx, order);
      await queuePaymentMail(tx, { order, purchase, payment });
    },
  };
}
