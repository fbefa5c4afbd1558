import { type Static, Type } from '../../kernel/schema.ts';
import type { Subscription } from '../../modules/subscriptions/index.ts';
import { Moment } from './moment.ts';

export const PaymentStateBody = Type.Enum(['Paid', 'Retrying', 'NeedsBuyer', 'Held'], {
  title: 'SubscriptionPaymentState',
});

const HoldReasonBody = Type.Enum(
  [
    'Overdue',
    'ClockJump',
    'Unlicensed',
    'Disputed',
    'Closed',
    'Merged',
    'NotConnected',
    'Amount',
    'TaxDetails',
    'Provider',
  ],
  {
    title: 'SubscriptionHoldReason',
    description:
      'Why its renewal is held. `NotConnected`, `Amount`, `TaxDetails` and `Provider` are tried again after an hour, later after up to a day, and go on by themselves once they are mended: the shop takes no payments, or not this amount, the country of the taxes is missing, or the provider does not respond or refuses the shop.',
  },
);

/** How the payment of a subscription stands, for the vendor. */
export const SubscriptionPayment = Type.Object(
  {
    state: PaymentStateBody,
    attempts: Type.Integer({ description: 'Failed charges of the open renewal.' }),
    nextAttemptAt: Type.Optional(Moment),
    reason: Type.Optional(Type.String({ description: 'Why the last charge failed.' })),
    holdReason: Type.Optional(HoldReasonBody),
  },
  { title: 'SubscriptionPayment' },
);

/** The wire form of how its payment stands. */
export function subscriptionPayment({
  paymentState: state,
  attempts,
  nextAttemptAt,
  failure,
  holdReason,
}: Subscription): Static<typeof SubscriptionPayment> {
  return {
    state,
    attempts,
    ...(nextAttemptAt !== null && { nextAttemptAt: nextAttemptAt.toISOString() }),
    ...(failure !== null && { reason: failure }),
    ...(holdReason !== null && { holdReason }),
  };
}
