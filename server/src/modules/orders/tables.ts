import type { Address } from '../customers/index.ts';
import type { Utm } from '../pricing/index.ts';
import type { Purchase, PurchaseLine } from '../payments/index.ts';

/**
 * `Open`: may be changed. `PaymentProcessing`: a payment is on its way. `Failed`: the last payment failed; may be
 * changed and paid again. `Completed`: paid and fulfilled, never changes. `Paid` is reserved for providers that
 * take the money before the goods are ready; fulfilment is part of recording the payment here, so it is not seen.
 */
export type OrderStatus = 'Open' | 'PaymentProcessing' | 'Paid' | 'Failed' | 'Completed';

/**
 * Who buys, as told in the cart or at the checkout; a snapshot that outlives the customer's own data. What is absent
 * was not told; null was told to be none.
 */
export interface Billing {
  readonly name?: string;
  readonly businessName?: string | null;
  readonly taxId?: string | null;
  readonly email?: string;
  readonly phone?: string | null;
  readonly address?: Address | null;
}

/** What a completed order was paid for. */
export interface CompletedContent extends Purchase {
  /** Whether the order was nobody's until its payment, so that what is known of the buyer was typed by a guest. */
  readonly wasNobodys?: boolean;
}

export interface Order {
  readonly accountId: string;
  readonly id: string;
  /**
   * The customer it belongs to, once a signed-in customer has touched it or it is completed. What a guest has bought for
   * an address that is not proven stays nobody's until somebody proves it.
   */
  readonly customerId: string | null;
  readonly status: OrderStatus;
  readonly currency: string;
  readonly billing: Billing;
  /** Campaign parameters by name without the prefix `utm_`. */
  readonly utm: Utm;
  readonly returnUrl: string | null;
  /** Set once completed. */
  readonly content: CompletedContent | null;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly completedAt: Date | null;
}

/** A line item, as it is bought. */
export type OrderLine = PurchaseLine;

export interface OrderLineRow extends OrderLine {
  readonly accountId: string;
  readonly orderId: string;
  readonly position: number;
}

export interface OrderTables {
  orders: Order;
  orderLines: OrderLineRow;
}
