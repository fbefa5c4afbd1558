import type { Stripe } from 'stripe';
import type { PaymentState } from '../../domain/payment-state.ts';
import { fromProvider } from './amounts.ts';
import { failureOf } from './charge-advice.ts';
import { BANK_MS, chargeDetails } from './session-state.ts';

const CANCELLED = 'The payment was cancelled. Nothing was charged.';

/** The state of a charge without a buyer, from its payment intent, which is read with its latest charge. */
export function stateOfIntent(intent: Stripe.PaymentIntent): PaymentState {
  const { status, last_payment_error: error, created } = intent;
  switch (status) {
    case 'succeeded':
      return {
        kind: 'Succeeded',
        ...fromProvider(intent.amount_received, intent.currency),
        details: chargeDetails(intent),
      };
    case 'canceled':
      return error === null ? { kind: 'Failed', reason: CANCELLED, advice: 'TryAgain' } : failureOf(error);
    case 'requires_action':
      // Nobody is there to act.
      return failureOf({ code: 'authentication_required' });
    case 'requires_payment_method':
      return error === null ? { kind: 'Pending' } : failureOf(error);
    default:
      // A direct debit takes days.
      return { kind: 'Pending', until: new Date(created * 1_000 + BANK_MS) };
  }
}
