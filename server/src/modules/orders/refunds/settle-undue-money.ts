import { toDecimal } from '../../../kernel/money.ts';
import { notFound } from '../../../kernel/problem.ts';
import type { CommandTx } from '../../accounts/index.ts';
import {
  completeElsewhere,
  findPayment,
  findRefund,
  nothingPaid,
  type Payment,
  type Refund,
  successfulPayment,
} from '../../payments/index.ts';
import { readOrder } from '../order/store.ts';
import { undueMoneyChanged, unknownOrder } from '../problems.ts';
import { orderSubject } from '../purchase/purchases.ts';
import { refundOrder } from './refund-order.ts';
import { returnOwedMoney } from './return-owed-money.ts';
import { isUndue } from './undue-money.ts';

/** Money that the vendor has returned in another way than by the payment provider. */
export interface Settlement {
  readonly orderId: string;
  /** Absent: the payment that paid the order. */
  readonly paymentId?: string | undefined;
  /** What was returned, in minor units: all that has to go back. */
  readonly amount: { readonly currency: string; readonly amountMinor: number };
  /** How it was returned, for the buyer. */
  readonly reason: string;
}

/**
 * Records that the rest of a payment that paid nothing, or what is owed of one that paid its order, was returned in another
 * way, such as by a bank transfer: as a refund that succeeded, with a credit note and a mail, for which no provider is
 * called. Raises `NotFound`, `NothingPaid` when no money of that payment has to go back, `UndueMoneyChanged` when it is
 * another amount, and what `refundOrder` raises.
 */
export async function settleUndueMoney(tx: CommandTx, settlement: Settlement): Promise<Refund> {
  const refund = await openSettlement(tx, settlement, await paymentOf(tx, settlement));
  if (refund === undefined) throw nothingPaid({ detail: 'No money of this payment has to go back.' });
  const { currency, amountMinor } = refund;
  if (settlement.amount.currency !== currency || settlement.amount.amountMinor !== amountMinor)
    throw undueMoneyChanged({
      detail: `${toDecimal(amountMinor, currency)} ${currency} have to go back, not ${toDecimal(settlement.amount.amountMinor, settlement.amount.currency)} ${settlement.amount.currency}. Look at the order again.`,
    });
  await completeElsewhere(tx, refund);
  return findRefund(tx, orderSubject({ id: settlement.orderId }), refund.id);
}

function openSettlement(
  tx: CommandTx,
  { orderId, reason }: Settlement,
  payment: Payment,
): Promise<Refund | undefined> {
  if (payment.status === 'Succeeded') return returnOwedMoney(tx, orderId, { reason });
  if (!isUndue(payment)) return Promise.resolve(undefined);
  return refundOrder(tx, {
    orderId,
    paymentId: payment.id,
    reason,
    isElsewhere: true,
    revokesLicenses: false,
  });
}

async function paymentOf(tx: CommandTx, { orderId, paymentId }: Settlement): Promise<Payment> {
  if (paymentId !== undefined) {
    const payment = await findPayment(tx, paymentId);
    const { kind } = orderSubject({ id: orderId });
    if (payment?.subjectKind === kind && payment.subjectId === orderId) return payment;
    throw notFound({ detail: `The order has no payment ${paymentId}.` });
  }
  if ((await readOrder(tx, tx.account.id, orderId)) === undefined) throw unknownOrder(orderId);
  const payment = await successfulPayment(tx, orderSubject({ id: orderId }));
  if (payment !== undefined) return payment;
  throw nothingPaid({ detail: 'No payment has paid this order. Name the payment whose money went back.' });
}
