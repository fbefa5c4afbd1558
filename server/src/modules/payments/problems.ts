import { minorUnits, toDecimal } from '../../kernel/money.ts';
import { defineProblem, notFound, type Problem } from '../../kernel/problem.ts';
import type { RemainingMoney } from './domain/refundable.ts';

export const paymentsNotConfigured = defineProblem({
  status: 409,
  errorType: 'PaymentsNotConfigured',
  title: 'This shop cannot take payments yet',
  detail: 'This shop cannot take payments yet. Please contact the vendor.',
});

/** 409: something recurring needs a saved payment method, and the provider saves none. */
export const methodsNotSaved = defineProblem({
  status: 409,
  errorType: 'MethodsNotSaved',
  title: 'This shop cannot save payment methods',
  detail:
    'The payment service of this shop does not save payment methods, which subscriptions need. Please contact the vendor.',
});

/** 409: the saved payment method was removed. */
export const methodRemoved = defineProblem({
  status: 409,
  errorType: 'PaymentMethodRemoved',
  title: 'The payment method was removed',
  detail: 'The saved payment method was removed, so it cannot be charged. Enter another one.',
});

/** 409: the provider does not charge such a small amount. */
export const amountTooSmall = defineProblem({
  status: 409,
  errorType: 'AmountTooSmall',
  title: 'The amount is less than this shop can charge',
  detail:
    'The total is less than the smallest amount that this shop can charge. Add another item to the order.',
});

/** 409: the provider does not charge such a large amount. */
export const amountTooLarge = defineProblem({
  status: 409,
  errorType: 'AmountTooLarge',
  title: 'The amount is more than this shop can charge',
  detail: 'The total is more than the largest amount that this shop can charge. Split the order.',
});

/** 409: the provider accepts no payments in the currency. */
export const currencyNotTaken = defineProblem({
  status: 409,
  errorType: 'CurrencyNotTaken',
  title: 'This shop does not accept this currency',
  detail: 'This shop does not accept payments in this currency. Choose another one.',
});

/** 400: a message to the webhook address that the provider did not sign. */
export const invalidEventSignature = defineProblem({
  status: 400,
  errorType: 'InvalidEventSignature',
  title: 'The event is not signed by the payment provider',
  detail: 'The signature of the event is missing or wrong.',
});

/** No money has arrived, or none was due: there is nothing to refund. */
export const nothingPaid = defineProblem({
  status: 409,
  errorType: 'NothingPaid',
  title: 'There is no money to refund',
  detail:
    'No money was paid, so there is none to refund. To withdraw licenses, revoke them: POST /api/licenses/{id}/revoke.',
});

/** The bank holds the money until it has decided. */
export const paymentDisputed = defineProblem({
  status: 409,
  errorType: 'PaymentDisputed',
  title: 'The payment is disputed',
  detail:
    'The buyer disputes this payment, and the bank holds the money until it has decided. Respond to the dispute at the payment provider; to refund the money, accept it there.',
});

export const refundExceedsPayment = defineProblem({
  status: 409,
  errorType: 'RefundExceedsPayment',
  title: 'The refund exceeds what is left of the payment',
  detail: 'The refund exceeds what is left of the payment.',
});

/** The refund exceeds what is left of the payment; the detail states the amount. */
export function refundTooLarge({ leftMinor, currency }: RemainingMoney): Problem {
  const left = `${toDecimal(leftMinor, currency).toFixed(minorUnits(currency))} ${currency}`;
  return refundExceedsPayment({
    detail:
      leftMinor === 0
        ? 'Everything that was paid has been refunded, or is being refunded.'
        : `Only ${left} of the payment is left: the rest has been refunded, or is being refunded.`,
  });
}

/** 404: the subject has no such payment. */
export function unknownPayment(id: string): Problem {
  return notFound({ detail: `The order has no payment ${id}.` });
}
export const notConnectable = defineProblem({
  status: 404,
  errorType: 'ProviderNotConnectable',
  title: 'There is no such payment provider',
  detail: 'There is no payment provider of this name that an account can connect to.',
});

/** 409: two people connect the account at the same time. */
export const connectionChanged = defineProblem({
  status: 409,
  errorType: 'PaymentConnectionChanged',
  title: 'The connection was changed meanwhile',
  detail:
    'Somebody else has connected or disconnected the account meanwhile. Look at the connection, then try again.',
});

export const notConnected = defineProblem({
  status: 409,
  errorType: 'ProviderNotConnected',
  title: 'The account is not connected to this provider',
  detail: 'The account is not connected to this payment provider.',
});

export const wrongProviderKey = defineProblem({
  status: 400,
  errorType: 'WrongProviderKey',
  title: 'This is not a secret key of the provider',
  detail:
    'This is not a secret or restricted key of the payment provider. Such keys begin with sk_test_, rk_test_, sk_live_ or rk_live_.',
});

/** 400: the publishable key in place of the secret one. */
export const publishableKeyOnly = () =>
  wrongProviderKey({
    detail: 'This is the publishable key; the secret key begins with sk_ or rk_.',
  });

export const providerModesMixed = defineProblem({
  status: 409,
  errorType: 'ProviderModesMixed',
  title: 'Test keys and live keys cannot be mixed',
  detail: 'An account uses either test keys or live keys of a payment provider, never both.',
});

/**
 * 409: the key is, or may be, of another account at the provider, while payments or refunds at the connected one are
 * pending.
 */
export const providerAccountsMixed = defineProblem({
  status: 409,
  errorType: 'ProviderAccountsMixed',
  title: 'The key belongs to another account at the provider',
  detail:
    'This key belongs to a different provider account than the connected one, where payments or refunds are pending. Use a key of the same account, or wait until they are complete.',
});

export const paymentsPending = defineProblem({
  status: 409,
  errorType: 'PaymentsPending',
  title: 'Payments are pending at the provider',
  detail: 'Payments are pending at the provider. Wait until they are complete.',
});

/** The provider refuses what the vendor wants; the detail says why. */
export const providerRefused = defineProblem({
  status: 422,
  errorType: 'ProviderRefused',
  title: 'The payment provider refuses this',
  detail: 'The payment provider refuses this.',
});

/** 409: the provider does not accept the account's key, or refuses the shop's request, until the vendor acts. */
export const paymentsRefused = defineProblem({
  status: 409,
  errorType: 'PaymentsRefused',
  title: 'This shop cannot take payments at the moment',
  detail:
    'The payment service does not accept this shop at the moment. Nothing was charged, and your order is still there. Please contact the vendor.',
});

/** 503: the provider is currently unavailable; `detail` is by default about its own message, which it sends again. */
export const providerUnavailable = defineProblem({
  status: 503,
  errorType: 'ProviderUnavailable',
  title: 'The payment provider does not respond',
  detail: 'The payment provider could not be queried about this event. Send it again.',
});
