import type { CommandTx, QueryContext } from '../../accounts/index.ts';
import { stepMinor } from '../../../kernel/money.ts';
import { readerOf } from '../../../platform/context/context.ts';
import { type Payment, paymentSummaries, remainingMoney, successfulPayment } from '../../payments/index.ts';
import { writeUndueMoney } from '../order/store.ts';
import { ORDER_KIND, orderSubject } from '../purchase/purchases.ts';
import type { Order } from '../tables.ts';
import { soldLines } from './sold-lines.ts';

/**
 * Records whether an order holds money that has to go back, for lists: in payments that paid nothing, or what is owed of the
 * one that paid. The caller holds its lock, and has recorded the refunds.
 */
export async function markUndueMoney(tx: CommandTx, order: Order): Promise<void> {
  const summaries = await paymentSummaries(tx, { kind: ORDER_KIND, ids: [order.id] });
  const hasUndueMoney = (summaries.get(order.id)?.unduePayments ?? 0) > 0 || (await owedMinor(tx, order)) > 0;
  await writeUndueMoney(tx, order, { hasUndueMoney });
}

/** Whether a payment paid nothing, so that all of its money has to go back. */
export function isUndue({ status }: Pick<Payment, 'status'>): boolean {
  return status === 'Surplus' || status === 'Short';
}

/**
 * What is still owed to the buyer of an order, in minor units: without the refunds that have not failed, whoever made them,
 * never more than the payment has left, and only what can be refunded in the currency.
 */
export async function owedMinor(ctx: QueryContext, order: Order): Promise<number> {
  const { owed } = order;
  if (!owed) return 0;
  const payment = await successfulPayment(ctx, orderSubject(order));
  const money = payment && remainingMoney(payment);
  if (money === undefined) return 0;
  const returnedMinor =
    owed.lineId === null
      ? money.receivedMinor - money.leftMinor
      : ((await soldLines(readerOf(ctx), order)).find(({ id }) => id === owed.lineId)?.returnedMinor ?? 0);
  const restMinor = Math.max(0, Math.min(owed.amountMinor - returnedMinor, money.leftMinor));
  return restMinor - (restMinor % stepMinor(order.currency));
}
