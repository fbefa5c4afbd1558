import { record } from '../../platform/journal/record.ts';
import type { CommandTx } from '../accounts/index.ts';
import type { Subscription } from './tables.ts';

/** Events of subscriptions. */
interface SubscriptionJournalEvent {
  readonly type:
    | 'subscription.created'
    | 'subscription.imported'
    | 'subscription.renewed'
    | 'subscription.payment-failed'
    | 'subscription.payment-retried'
    | 'subscription.action-required'
    | 'subscription.held'
    | 'subscription.paused'
    | 'subscription.extended'
    | 'subscription.comped'
    | 'subscription.price-announced'
    | 'subscription.price-undelivered'
    | 'subscription.price-changed'
    | 'subscription.change-agreed'
    | 'subscription.changed'
    | 'subscription.method-changed'
    | 'subscription.milestone-reached'
    | 'subscription.merged'
    | 'subscription.cancelled'
    | 'subscription.resumed'
    | 'subscription.expired'
    | 'subscription.completed';
  readonly subjects: {
    readonly subscription: string;
    readonly customer: string;
    readonly product: string | null;
    readonly order?: string | null;
  };
  readonly data: {
    /** The period that it is about, … */
    readonly period?: number;
    /** … and its end. */
    readonly endsAt?: Date;
    /** The failed charges so far, and the next one. */
    readonly attempts?: number;
    readonly nextAttemptAt?: Date | null;
    /** What the vendor gave, or the length of a pause, and why. */
    readonly periods?: number;
    readonly days?: number;
    readonly reason?: string;
    /** The plan and the units that it changes to. */
    readonly variationId?: string;
    readonly quantity?: number;
    /** The price of one unit, in minor units. */
    readonly unitMinor?: number;
    /** The coupon of a milestone, whose paid cycles are `periods`. */
    readonly couponId?: string;
    /** The subscription that was merged into it. */
    readonly from?: string;
  };
}

const write: (tx: CommandTx, event: SubscriptionJournalEvent) => void = record;

/** Records what happened to a subscription, in the transaction in which it does. @see record */
export function recordSubscriptionEvent(
  tx: CommandTx,
  type: SubscriptionJournalEvent['type'],
  { id, customerId, productId }: Pick<Subscription, 'id' | 'customerId' | 'productId'>,
  { orderId, ...data }: SubscriptionJournalEvent['data'] & { readonly orderId?: string | null } = {},
): void {
  const subjects = {
    subscription: id,
    customer: customerId,
    product: productId,
    ...(orderId !== undefined && { order: orderId }),
  };
  write(tx, { type, subjects, data });
}
