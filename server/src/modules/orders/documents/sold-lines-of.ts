import type { DocumentLine } from '../../documents/index.ts';
import type { Payment } from '../../payments/index.ts';
import type { Order } from '../tables.ts';
import { saleOf } from './sale-of.ts';

/** The lines of a paid order with what was paid for each and its tax, as its document states them. */
export function soldLinesOf(order: Order, payment: Payment): readonly DocumentLine[] {
  const { id, number, content, billing, paidAt } = order;
  if (content === null || paidAt === null) return [];
  return saleOf({ orderId: id, orderNumber: number, content, billing, suppliedAt: paidAt, payment }).lines;
}
