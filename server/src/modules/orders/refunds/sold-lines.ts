import { stepMinor } from '../../../kernel/money.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { CommandTx } from '../../accounts/index.ts';
import type { LineRefund, SoldLine } from '../domain/refund-lines.ts';
import type { Order } from '../tables.ts';
import { countReturned, insertOrderRefund, refundsOfOrder } from './store-refunds.ts';

/** The paid lines, with their refunds. Whoever changes them holds the order's lock. */
export async function soldLines(db: Reader, order: Order): Promise<SoldLine[]> {
  const returned = (await refundsOfOrder(db, order)).flatMap(({ lines }) => lines);
  return (order.content?.quote.lines ?? []).map(({ id, quantity, dueMinor, tax, renewal }) => {
    const own = returned.filter(({ lineId }) => lineId === id);
    const title = order.content?.titles.find(({ lineId }) => lineId === id)?.title;
    return {
      id,
      title: title ?? `the line ${id}`,
      quantity,
      stepMinor: stepMinor(order.currency),
      dueMinor,
      taxMinor: tax?.amountMinor ?? 0,
      returnedQuantity: own.reduce((sum, refund) => sum + refund.quantity, 0),
      returnedMinor: moneyOf(own),
      unitsMinor: moneyOf(own.filter((refund) => refund.quantity > 0)) + owedForUnits(order, id),
      isPaidLater: renewal?.freeDays !== undefined,
    };
  });
}

function moneyOf(refunds: readonly LineRefund[]): number {
  return refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** What is owed of a line, or was until it went back, for units that had gone back before it was paid, in minor units. */
export function owedForUnits({ owed }: Pick<Order, 'owed'>, lineId: string): number {
  return owed?.isOfUnits === true && owed.lineId === lineId ? owed.amountMinor : 0;
}

/** Stores the lines of a refund of an order. The caller holds the order's lock. */
export async function recordReturn(
  tx: CommandTx,
  order: Order,
  part: {
    readonly refundId: string;
    readonly lines: readonly LineRefund[];
    readonly revokesLicenses: boolean;
  },
): Promise<void> {
  const { accountId, id: orderId } = order;
  await insertOrderRefund(tx, { accountId, orderId, isEffective: false, ...part });
  await countReturned(tx, order, part.lines, 1);
}
