import { defineProblem } from '../../kernel/problem.ts';

/** The order is paid; it never changes again (wire contract section 4). */
export const orderCompleted = defineProblem({
  status: 409,
  errorType: 'OrderCompleted',
  title: 'The order is already paid',
  detail: 'This order is paid and cannot be changed. Begin a new cart to buy more.',
});

/** A payment is on its way; the order changes again when that has failed. */
export const paymentInProgress = defineProblem({
  status: 409,
  errorType: 'OrderPaymentProcessing',
  title: 'A payment of this order is in progress',
  detail: 'A payment of this order is in progress. Wait until it has succeeded or failed.',
});

/** 403: the order belongs to another customer than the one who asks; clients then begin a new cart. */
export const orderOfAnother = defineProblem({
  status: 403,
  errorType: 'OrderOfAnotherCustomer',
  title: 'The order belongs to another customer',
  detail: 'This order belongs to another customer. Begin a new cart.',
});

/** 403: billing details of a customer's order are that customer's to read and to change. */
export const billingOfCustomer = defineProblem({
  status: 403,
  errorType: 'BillingNeedsCustomer',
  title: 'Who is billed is for the customer of the order to say',
  detail: 'Sign in as the customer of this order to change who is billed.',
});

export const emptyOrder = defineProblem({
  status: 409,
  errorType: 'OrderEmpty',
  title: 'The order has no items',
  detail: 'The order has no items to pay for. Add a product first.',
});

/** More licenses than one transaction can grant while others wait for it. */
export const orderTooLarge = defineProblem({
  status: 409,
  errorType: 'OrderTooLarge',
  title: 'The order grants more licenses than one order can',
  detail: 'The order would grant more licenses than one order can. Split it into several orders.',
});

export const paymentsNotConfigured = defineProblem({
  status: 409,
  errorType: 'PaymentsNotConfigured',
  title: 'This shop takes no payments yet',
  detail: 'This shop cannot take payments yet. Please contact the vendor.',
});

/** What the buyer agreed to pay is no longer the price. */
export const priceChanged = defineProblem({
  status: 409,
  errorType: 'PriceChanged',
  title: 'The price has changed since it was shown',
  detail: 'The price has changed since it was shown. Look at the new total and confirm it.',
});
