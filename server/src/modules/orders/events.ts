import { record } from '../../platform/journal/record.ts';
import type { CommandTx } from '../accounts/index.ts';
import type { OrderStatus } from './domain/order-state.ts';

/** Events of orders. Carts change with every click, so changes of carts are not events. */
type OrderJournalEvent =
  | OrderCompleted
  | OrderStatusChanged
  | OrderStuck
  | OrderCancelled
  | ReceiptSent
  | ReturnRefused;

/** Also when it is completed: then with `order.completed`, which contains the grants. */
interface OrderStatusChanged {
  readonly type: 'order.status-changed';
  readonly subjects: { readonly order: string; readonly customer: string | null };
  readonly data: { readonly before: OrderStatus; readonly after: OrderStatus };
}

/** It is paid and could not be delivered: each reason once, until another one appears. */
interface OrderStuck {
  readonly type: 'order.fulfilment-failed';
  readonly subjects: OrderStatusChanged['subjects'];
  /** A sentence without names. */
  readonly data: { readonly reason: string };
}

/** The money of an undeliverable order is returned; resumed: it was not. */
interface OrderCancelled {
  readonly type: 'order.cancelled' | 'order.resumed';
  readonly subjects: OrderStatusChanged['subjects'];
  readonly data: {};
}

/** The vendor had the receipt mailed again. */
interface ReceiptSent {
  readonly type: 'order.receipt-sent';
  readonly subjects: OrderStatusChanged['subjects'];
  readonly data: {};
}

/** Money that is owed to the buyer could not be returned, such as during a dispute: at the first try of each return. */
interface ReturnRefused {
  readonly type: 'order.return-refused';
  readonly subjects: OrderStatusChanged['subjects'];
  /** A sentence without names. */
  readonly data: { readonly reason: string };
}

export interface OrderCompleted {
  readonly type: 'order.completed';
  readonly subjects: {
    readonly order: string;
    readonly payment: string;
    /** Absent while it waits for a proof of the address. */
    readonly customer: string | null;
  };
  readonly data: {
    readonly currency: string;
    readonly totalMinor: number;
    /** The grants, per line; the licenses are events of their own. */
    readonly grants: readonly {
      readonly lineId: string;
      readonly productId: string;
      readonly quantity: number;
    }[];
  };
}

/** @see record */
export const recordOrderEvent: (tx: CommandTx, event: OrderJournalEvent) => void = record;
