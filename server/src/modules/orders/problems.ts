import { defineProblem, notFound, type Problem } from '../../kernel/problem.ts';

/** 404: the account has no such order. */
export function unknownOrder(id: string): Problem {
  return notFound({ detail: `There is no order ${id}.` });
}

/** The order is paid; it never changes again (wire contract section 4). */
export const orderCompleted = defineProblem({
  status: 409,
  errorType: 'OrderCompleted',
  title: 'The order is already paid',
  detail: 'This order is paid and cannot be changed. Start a new cart to buy more.',
});

/** The order was placed for a subscription: it is no cart, and its content is agreed. */
export const orderOfSubscription = defineProblem({
  status: 409,
  errorType: 'OrderOfSubscription',
  title: 'The order belongs to a subscription',
  detail: 'This order belongs to a subscription and cannot be changed. Start a new cart to buy more.',
});

/** A payment is in progress; the order can change again if that fails. */
export const paymentInProgress = defineProblem({
  status: 409,
  errorType: 'OrderPaymentProcessing',
  title: 'A payment for this order is in progress',
  detail: 'A payment for this order is in progress. Wait until it has succeeded or failed.',
});

/** 403: the order belongs to another customer than the caller; clients then start a new cart. */
export const orderOfAnotherCustomer = defineProblem({
  status: 403,
  errorType: 'OrderOfAnotherCustomer',
  title: 'The order belongs to another customer',
  detail: 'This order belongs to another customer. Start a new cart.',
});

/** 403: only the customer of an order may read and change its billing details. */
export const billingOfCustomer = defineProblem({
  status: 403,
  errorType: 'BillingNeedsCustomer',
  title: 'Only the customer of the order can set the billing details',
  detail: 'Sign in as the customer of this order to change the billing details.',
});

/** 403: only the customer of an order may enter and remove its coupons. */
export const couponsOfCustomer = defineProblem({
  status: 403,
  errorType: 'CouponsNeedCustomer',
  title: 'Only the customer of the order can change its coupons',
  detail: 'Sign in as the customer of this order to enter or remove coupons.',
});

/** 409: free days are for everybody once; who signs in gets the price without them. */
export const freeDaysUsed = defineProblem({
  status: 409,
  errorType: 'FreeDaysUsed',
  title: 'The free days were used before',
  detail: 'The free days were used with this email address before. Sign in to subscribe without them.',
});

/** 409: another order with the same free days is being paid. */
export const freeDaysInPayment = defineProblem({
  status: 409,
  errorType: 'FreeDaysInPayment',
  title: 'The free days are in another order',
  detail:
    'Another order of yours with these free days is being paid. Wait until it has ended, or cancel that payment.',
});

export const emptyOrder = defineProblem({
  status: 409,
  errorType: 'OrderEmpty',
  title: 'The order has no items',
  detail: 'The order has no items to pay for. Add a product first.',
});

/** 404: the link has expired; the shop creates another one. */
export const checkoutLinkExpired = defineProblem({
  status: 404,
  errorType: 'CheckoutLinkExpired',
  title: 'This checkout link has expired',
  detail:
    'Checkout links work for one day, and until the password of the account changes. Go back to the shop and start the checkout again.',
});

/** The order has been taken over by another buyer since the link was created; a payment would buy for them. */
export const orderTaken = defineProblem({
  status: 409,
  errorType: 'OrderTaken',
  title: 'This order now belongs to someone else',
  detail:
    'Someone signed in and took over this cart. Nothing was charged. Start the checkout again in the shop.',
});

/** Another link is paying the order now: the holder of this one must not see it as their own payment. */
export const paidElsewhere = defineProblem({
  status: 409,
  errorType: 'OrderTaken',
  title: 'This order is being paid on another page',
  detail:
    'This order is being paid on another checkout page. Nothing was charged here. If that payment fails, you can pay on this page.',
});

/** The customer of the order has been deleted: there is nobody to buy for. */
export const ownerMissing = defineProblem({
  status: 409,
  errorType: 'OrderTaken',
  title: 'The account that owns this order no longer exists',
  detail:
    'The account that this cart belongs to was deleted. Nothing was charged. Start a new cart in the shop.',
});

/** More free licenses of a product than the account grants to one customer. */
export const freeLimitReached = defineProblem({
  status: 409,
  errorType: 'FreeLimitReached',
  title: 'Too many free licenses',
  detail: 'This order has more free licenses than one customer can get.',
});

/** Granting so many licenses in one transaction would make other requests wait too long. */
export const orderTooLarge = defineProblem({
  status: 409,
  errorType: 'OrderTooLarge',
  title: 'The order is too large',
  detail: 'This order would grant more licenses than one order can. Split it into several orders.',
});

/** The same license is being changed by another order, whose payment is running; this one can be paid if that fails. */
export const upgradeInPayment = defineProblem({
  status: 409,
  errorType: 'UpgradeInPayment',
  title: 'An upgrade of this license is being paid in another order',
  detail:
    'You are already paying for an upgrade of the same license in another order. Nothing was charged here. Wait until that order is completed, or cancel its payment first.',
});

/** The price the buyer agreed to has changed. */
export const priceChanged = defineProblem({
  status: 409,
  errorType: 'PriceChanged',
  title: 'The price has changed since it was shown',
  detail: 'The price has changed since it was shown. Check the new total and confirm it.',
});

/** The content the buyer agreed to has changed: other items, quantities, prices or another currency. */
export const orderChanged = defineProblem({
  status: 409,
  errorType: 'OrderChanged',
  title: 'The order has changed since it was shown',
  detail:
    'The order has changed since this page was opened. Nothing was charged. Check it again and confirm it.',
});

/** The order is paid and its licenses are being delivered; they can be revoked only after that. */
export const orderInFulfilment = defineProblem({
  status: 409,
  errorType: 'OrderInFulfilment',
  title: 'The order is being delivered',
  detail: 'The order is paid, and its licenses are being granted. Try again in a moment.',
});

/** 409: the order is not paid, or its money is returned. */
export const nothingToDeliver = defineProblem({
  status: 409,
  errorType: 'NothingToDeliver',
  title: 'There is nothing to deliver',
  detail: 'This order is not paid, or its money is returned instead of the delivery.',
});

/** The refund has more units of a line than are left to refund. */
export const refundExceedsOrder = defineProblem({
  status: 409,
  errorType: 'RefundExceedsOrder',
  title: 'The refund is for more units than are left',
  detail: 'The refund is for more units of a line than are left to refund.',
});

/** 409: what the refund takes back made later purchases of the customer cheaper; the vendor has to confirm it. */
export const ordersAffected = defineProblem({
  status: 409,
  errorType: 'OrdersAffected',
  title: 'The prices of later orders depend on this one',
  detail: 'The customer later paid less because they owned what this refund takes back.',
});

/** 409: nobody reads the address of the buyer for this order any more. */
export const buyerDeleted = defineProblem({
  status: 409,
  errorType: 'BuyerDeleted',
  title: 'The buyer was deleted',
  detail: 'The customer who bought this order was deleted, so it is mailed to nobody.',
});

/** 409: the receipt exists once the order is completed. */
export const receiptPending = defineProblem({
  status: 409,
  errorType: 'ReceiptPending',
  title: 'The order has no receipt yet',
  detail: 'This order is not completed yet. The receipt is available once it is.',
});

/** 409: another amount has to go back than the vendor says was returned. */
export const undueMoneyChanged = defineProblem({
  status: 409,
  errorType: 'UndueMoneyChanged',
  title: 'Another amount has to go back',
  detail: 'Another amount has to go back than was returned. Look at the order again.',
});
