import type { Stripe } from 'stripe';
import type { DeclineAdvice, PaymentState } from '../../domain/payment-state.ts';

/** What a bank or Stripe says about a charge that failed. */
export type Decline = Pick<Stripe.PaymentIntent.LastPaymentError, 'advice_code' | 'decline_code'> & {
  readonly code?: string;
};

/** Codes that mean the same as `code` and as `decline_code`: the buyer has to do something. */
const BUYER_NEEDED = new Set(
  `authentication_required authentication_not_handled expired_card incorrect_address incorrect_cvc incorrect_number
  incorrect_pin incorrect_zip invalid_cvc invalid_expiry_month invalid_expiry_year invalid_number invalid_pin
  mobile_device_authentication_required new_account_information_available offline_pin_required
  online_or_offline_pin_required payment_intent_authentication_failure payment_intent_mandate_invalid
  payment_method_customer_decline pin_try_exceeded setup_intent_authentication_failure`.split(/\s+/),
);

/** Codes after which another try is futile, or forbidden. */
const NEVER_AGAIN = new Set(
  `account_closed bank_account_closed bank_account_restricted bank_account_unusable card_not_supported
  debit_not_authorized fraudulent invalid_account lost_card merchant_blacklist no_account not_permitted
  payment_method_not_available payment_method_unexpected_state pickup_card resource_missing restricted_card
  revocation_of_all_authorizations revocation_of_authorization security_violation service_not_allowed stolen_card
  stop_payment_order transaction_not_allowed`.split(/\s+/),
);

const ADVICE: Readonly<Record<string, DeclineAdvice>> = {
  confirm_card_data: 'BuyerNeeded',
  do_not_try_again: 'NeverAgain',
  try_again_later: 'TryAgain',
};

/**
 * What a decline means for later tries. The exact code counts most, because a lost card stays lost whatever else is
 * advised, then the network's advice; anything unknown may succeed another day.
 */
export function adviceOf({
  code = '',
  decline_code: declineCode = '',
  advice_code: advice = '',
}: Decline): DeclineAdvice {
  const codes = [declineCode, code];
  if (codes.some((one) => NEVER_AGAIN.has(one))) return 'NeverAgain';
  if (codes.some((one) => BUYER_NEEDED.has(one))) return 'BuyerNeeded';
  return ADVICE[advice] ?? 'TryAgain';
}

/** The sentence for the buyer: it does not tell whoever holds a stolen card that the bank knows. */
const REASONS: Readonly<Record<DeclineAdvice, string>> = {
  TryAgain: 'The bank declined the payment for now. Nothing was charged.',
  BuyerNeeded: 'The bank needs your confirmation, or new details of the card. Nothing was charged.',
  NeverAgain: 'The bank no longer accepts this payment method. Nothing was charged.',
};

const EXACT_REASONS: Readonly<Record<string, string>> = {
  authentication_required: 'The bank needs your confirmation of this payment. Nothing was charged.',
  expired_card: 'The card has expired. Nothing was charged.',
  insufficient_funds: 'The account did not cover the payment. Nothing was charged.',
};

/** The failure of a charge. */
export function failureOf(
  decline: Decline,
): Extract<PaymentState, { kind: 'Failed' }> & { advice: DeclineAdvice } {
  const advice = adviceOf(decline);
  const exact = EXACT_REASONS[decline.decline_code ?? ''] ?? EXACT_REASONS[decline.code ?? ''];
  return { kind: 'Failed', reason: exact ?? REASONS[advice], advice };
}
