import type { PaymentSubject } from '../../payments/index.ts';
import type { Order } from '../tables.ts';

/** The subject kind of payments of orders. */
export const ORDER_KIND = 'Order';

/** An order, as payments refer to it. */
export function orderSubject({ id }: Pick<Order, 'id'>): PaymentSubject {
  return { kind: ORDER_KIND, id };
}
