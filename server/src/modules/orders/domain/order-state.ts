/**
 * `Open`: a cart, which may be changed and paid. `PaymentProcessing`: a payment is pending, and the cart is frozen.
 * `Paid`: the money has arrived, and a durable job delivers the purchase. `Completed`: paid and fulfilled, never
 * changes.
 */
export type OrderStatus = 'Open' | 'PaymentProcessing' | 'Paid' | 'Completed';

/** Whether an order is paid: its content, prices and buyer are final. */
export function isPaid({ status }: { readonly status: OrderStatus }): boolean {
  return status === 'Paid' || status === 'Completed';
}

/** The events that move an order from one status to another. `RecordedAsPaid`: it was paid and fulfilled elsewhere. */
export type OrderEvent =
  | 'PaymentStarted'
  | 'PaymentFailed'
  | 'PaymentReceived'
  | 'Fulfilled'
  | 'RecordedAsPaid';

/** The status of a new order. */
export const FIRST_STATUS: OrderStatus = 'Open';

/**
 * All allowed changes of status. An open order is paid directly when it is free, and when a cancelled payment succeeds
 * after all.
 */
const TRANSITIONS: Readonly<Record<OrderStatus, Partial<Readonly<Record<OrderEvent, OrderStatus>>>>> = {
  Open: { PaymentStarted: 'PaymentProcessing', PaymentReceived: 'Paid', RecordedAsPaid: 'Completed' },
  PaymentProcessing: { PaymentFailed: 'Open', PaymentReceived: 'Paid' },
  Paid: { Fulfilled: 'Completed' },
  Completed: {},
};

/** An invalid change of status: a defect of the caller. */
export class IllegalOrderChange extends Error {
  override readonly name = 'IllegalOrderChange';
}

/** The status after an event. Throws `IllegalOrderChange` when the event cannot happen to an order of this status. */
export function statusAfter(status: OrderStatus, event: OrderEvent): OrderStatus {
  const next = TRANSITIONS[status][event];
  if (next === undefined)
    throw new IllegalOrderChange(`${event} cannot happen to an order that is ${status}`);
  return next;
}
