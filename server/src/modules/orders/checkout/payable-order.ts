import type { CommandTx } from '../../accounts/index.ts';
import type { LockedPayable, Payable, Payment, PaymentSubject } from '../../payments/index.ts';
import { advanceOrder } from '../advance-order.ts';
import { fulfilOrder } from '../fulfilment/fulfil-order.ts';
import { lockOrder } from '../store.ts';
import { readPurchase } from './store-purchases.ts';
import type { Order } from '../tables.ts';

/** The kind of subject that payments of orders name. */
export const ORDER_KIND = 'Order';

/** An order, as payments refer to it. */
export function orderSubject({ id }: Pick<Order, 'id'>): PaymentSubject {
  return { kind: ORDER_KIND, id };
}

/**
 * The reaction of an order to its payments, in the transaction that records their outcome (wire contract section 4):
 * one that succeeds completes it with the content of that payment, one that fails reopens it and gives the reason.
 */
export const payableOrder: Payable = {
  async lock(tx, id) {
    const order = await lockOrder(tx, tx.account.id, id);
    return order && reactions(tx, order);
  },
};

function reactions(tx: CommandTx, order: Order): LockedPayable {
  return {
    async paid(payment: Payment) {
      const purchase = await readPurchase(tx, order.accountId, payment.id);
      if (purchase === undefined) throw new Error(`payment ${payment.id} is for nothing`);
      await fulfilOrder(tx, order, purchase);
    },
    async failed(_payment: Payment, reason: string) {
      // Another payment may have completed the order since.
      if (order.status !== 'PaymentProcessing') return;
      await advanceOrder(tx, order, ['PaymentFailed'], { lastPaymentFailure: reason });
    },
  };
}
