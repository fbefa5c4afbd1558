import type { CommandTx, QueryContext } from '../../accounts/index.ts';
import type { PaymentFailure } from '../../payments/index.ts';
import type { LineReturn } from '../domain/refund-lines.ts';
import type { ItemReference } from '../../pricing/index.ts';
import type { Order, OrderRefund, Purchase } from '../tables.ts';

/** Who reacts to what happens to orders: the composition root puts it there. */
export interface OrderPorts {
  readonly recurring: RecurringSales;
  /** A refund of an order has failed: what was decided with it is to be decided again. In its transaction, under the lock of the order. */
  readonly refundFailed: (
    tx: CommandTx,
    refund: Pick<OrderRefund, 'orderId' | 'refundId' | 'lines'>,
  ) => Promise<void>;
}

declare module '../../../platform/system.ts' {
  interface System {
    readonly orders: OrderPorts;
  }
}

/** A paid order whose content is being delivered, under the locks of the order and of the recipient. */
export interface RecurringDelivery {
  readonly order: Order;
  readonly content: Purchase;
  /** The payment that paid it. */
  readonly paymentId: string;
  readonly customerId: string;
  /** The address that must be proven before what is delivered can be used. */
  readonly awaitsEmailKey: string | undefined;
}

/** What the licenses of a line belong to, and when they end. */
export interface LicenseTerm {
  /** Absent: none, since what they were for does not begin, or is complete. */
  readonly subscriptionId?: string | undefined;
  /** Absent: they never end. */
  readonly expiresAt?: Date | undefined;
  /** Absent: nothing is charged any more. */
  readonly nextPayment?: NextPayment | undefined;
}

/** The next charge of a subscription. */
export interface NextPayment {
  readonly at: Date;
  /** The zone of that day. */
  readonly zone: string;
  /** With taxes. */
  readonly dueMinor: number;
  /** The page, for the reader of a mail at an address, that changes the payment method and cancels without signing in. */
  readonly managePage: (email: string) => string;
}

/**
 * What becomes of a subscription when what was paid for it goes back: it ends now, or with the paid period, or goes on
 * as it is.
 */
export type RecurringDecision = 'EndNow' | 'EndWithPeriod' | 'Keep';

/** `EndIfAll`: it ends now if all of its units go back, and goes on with the others. */
export type ReturnDecision = RecurringDecision | 'EndIfAll';

/** A refund of an order with its lines. */
export interface RecurringReturn {
  readonly refundId: string;
  readonly lines: readonly LineReturn[];
  readonly revokesLicenses: boolean;
  /** The vendor asks for it here; otherwise it began at the provider, or with a lost dispute. */
  readonly isRequested: boolean;
  /** A dispute was lost; absent: no. */
  readonly isDispute?: boolean;
  readonly decision?: ReturnDecision | undefined;
}

/** Why a payment of an order failed. */
export interface ChargeFailure extends PaymentFailure {
  /** The buyer was at the checkout; otherwise, the server charged a saved method. */
  readonly isWithBuyer: boolean;
  /** When the payment began: a fault of the provider can take a day until it is known. */
  readonly begunAt: Date;
  /** What the provider advises after the charge of a saved method; absent: to try again. */
  readonly advice?: 'TryAgain' | 'NeverAgain' | 'BuyerNeeded' | undefined;
}

/**
 * What recurring lines lead to. It hears of every order, and does nothing for those that concern nothing recurring. What
 * it hears is in the transaction of what is reported, under the lock of the order.
 */
export interface RecurringSales {
  /** The order is delivered, once. Returns the terms of the licenses that its recurring lines grant, by line. */
  delivered(tx: CommandTx, delivery: RecurringDelivery): Promise<ReadonlyMap<string, LicenseTerm>>;
  /** A payment of the order has failed, and the order is open again. */
  failed(tx: CommandTx, order: Order, failure: ChargeFailure): Promise<void>;
  /** Whether a customer has had the free days of an item before: everybody has them once. */
  freeDaysUsedBy(ctx: QueryContext, customerId: string): Promise<(item: ItemReference) => boolean>;
  /** The lines whose subscriptions other orders pay for now, or are complete: their licenses stay when the money of this order goes back. */
  paidByOthers(tx: CommandTx, order: Order): Promise<ReadonlySet<string>>;
  /**
   * Units or money of the order go back. Raises `InvalidInput` when the vendor asks for it and has to say what becomes
   * of the subscription.
   */
  returned(tx: CommandTx, order: Order, refund: RecurringReturn): Promise<void>;
  /** The money did not go back after all: what the refund was. */
  returnFailed(
    tx: CommandTx,
    order: Order,
    refund: Pick<RecurringReturn, 'refundId' | 'lines' | 'revokesLicenses'>,
  ): Promise<void>;
  /** The payment of the order is disputed: what it gave is suspended. */
  suspended(tx: CommandTx, order: Order): Promise<void>;
  /**
   * All disputes of the payment were won. Returns the subscriptions whose licenses stay suspended, because another payment
   * of theirs is disputed.
   */
  restored(tx: CommandTx, order: Order): Promise<readonly string[]>;
  /** Somebody has proven the address for which these orders were bought, and owns them now. */
  attributed(tx: CommandTx, orderIds: readonly string[], customerId: string): Promise<void>;
}
