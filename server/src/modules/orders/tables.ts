import type { OrderStatus } from './domain/order-state.ts';
import type { Utm } from '../pricing/index.ts';
import type { Billing, Purchase, PurchaseLine } from '../payments/index.ts';

export type { Billing, BillingDetails } from '../payments/index.ts';

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
  /** The session epoch of the customer when `billing` was typed: until the order is paid it counts in that one alone. */
  readonly billingEpoch: number;
  /** From which network a guest said who is billed, as a signature; null where a customer did, or nobody. */
  readonly billingOrigin: string | null;
  /** Campaign parameters by name without the prefix `utm_`. */
  readonly utm: Utm;
  readonly returnUrl: string | null;
  /** Set once completed. */
  readonly content: Purchase | null;
  /** Why the last payment failed, until the next one begins. */
  readonly lastPaymentFailure: string | null;
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
