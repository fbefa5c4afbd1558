export {
  type CheckoutView,
  type CheckoutVisit,
  openCheckout,
  visitCheckout,
  whitelistedReturn,
} from './checkout/checkout.ts';
export { checkoutLinks, type CheckoutLink, type CheckoutLinks } from './rights/checkout-links.ts';
export { receiptTemplate } from './fulfilment/receipt-template.ts';
export { PAYMENT_TEMPLATES } from './purchase/payment-templates.ts';
export { REFUND_TEMPLATES } from './refunds/refund-templates.ts';
export { cartRefusals } from './cart/cart-refusals.ts';
export { applyCoupon, removeCoupons } from './cart/order-coupons.ts';
export type { CartRefusal } from './purchase/free-limit.ts';
export { findOrder } from './cart/find-order.ts';
export type { OrderView } from './quote/order-quote.ts';
export {
  isPurchasePending,
  listLines,
  listOrders,
  listOrdersOfSubscription,
  listOwnOrders,
  isSubscriptionDisputed,
  completedOrdersOf,
  openOrdersOf,
  ordersPaidIn,
  numbersOfOrders,
  ordersWithIds,
  orderExists,
  getOrder,
  guestOrdersOf,
  orderTimeline,
  returnsOf,
  soldOrder,
  viewOrder,
} from './queries.ts';
export {
  correctOrderInvoice,
  type InvoiceCorrection,
  opensByLink,
  type OrderDocuments,
  orderDocuments,
  ownDocuments,
  requestInvoice,
} from './documents/order-documents.ts';
export { soldLinesOf } from './documents/sold-lines-of.ts';
export { checkoutDocuments } from './checkout/checkout-documents.ts';
export { currentBilling } from './quote/billing.ts';
export { type BuyerQuote, quoteForBuyer, buyerIssues } from './checkout/checkout-taxes.ts';
export { orderFingerprint } from './quote/order-fingerprint.ts';
export { type RecurringTerms, recurringTerms } from './checkout/recurring-terms.ts';
export { type RecurringWording } from './domain/recurring-consent.ts';
export { payOrder } from './checkout/pay-order.ts';
export { abandonPayment, continuationOf, returnToOrder } from './checkout/running-payment.ts';
export { sendReceipt } from './fulfilment/send-receipt.ts';
export { countUndelivered, fulfilLateOrders } from './fulfilment/fulfil-late-orders.ts';
export { type ConsentWording, hasWithdrawal } from './domain/delivery-consent.ts';
export type { SoldLine } from './domain/refund-lines.ts';
export type { ShownOrder } from './checkout/refuse-purchase.ts';
export { ABANDONED_AFTER_DAYS, eraseCarts, purgeAbandonedOrders } from './cart/delete-carts.ts';
export { type OrderRefundRequest, refundOrder } from './refunds/refund-order.ts';
export { refundLineShare } from './refunds/refund-line-share.ts';
export { returnedMoney } from './refunds/returned-money.ts';
export { giveUpReturn, noteRefusedReturn, oweMoney, returnOwedMoney } from './refunds/return-owed-money.ts';
export { owedOrders } from './refunds/owed-orders.ts';
export { owedMinor } from './refunds/undue-money.ts';
export { listOwedMoney, returnUndueMoney } from './refunds/return-undue-money.ts';
export { settleUndueMoney } from './refunds/settle-undue-money.ts';
export { performOrderRefund } from './refunds/perform-order-refund.ts';
export { ORDER_KIND, orderSubject } from './purchase/purchases.ts';
export { ORDER_PAYABLES } from './payable-order.ts';
export { readOrderNumber } from './domain/order-number.ts';
export { isPaid } from './domain/order-state.ts';
export { deliverAgain } from './fulfilment/deliver-again.ts';
export { fulfilJob, fulfilNow } from './fulfilment/fulfil-job.ts';
export type { Billing, Order, OrderLine, OrderRefund, OwedOrder, Purchase } from './tables.ts';
export type {
  ChargeFailure,
  LicenseTerm,
  NextPayment,
  OrderPorts,
  RecurringDecision,
  RecurringDelivery,
  RecurringReturn,
  RecurringSales,
} from './fulfilment/recurring-sales.ts';
export {
  type ChargeFault,
  chargeOrder,
  type ChargeTerms,
  chargeTerms,
  stopCharge,
  type WrongDetail,
} from './standing/charge-order.ts';
export { type PastSale, recordPastSale } from './standing/record-past-sale.ts';
export { quoteStanding } from './standing/quote-standing.ts';
export { changeLines, lockForPayment, payPageOf, placeOrder, withdrawOrder } from './standing/place-order.ts';
export { moveOrders } from './fulfilment/move-orders.ts';
export { attributeOrders } from './fulfilment/attribute-orders.ts';
export { updateBilling } from './cart/update-billing.ts';
export { clearOffer } from './cart/clear-offer.ts';
export { updateOrder } from './cart/update-order.ts';
export {
  billingOfCustomer,
  buyerDeleted,
  couponsOfCustomer,
  checkoutLinkExpired,
  emptyOrder,
  freeDaysInPayment,
  freeDaysUsed,
  freeLimitReached,
  nothingToDeliver,
  orderInFulfilment,
  refundExceedsOrder,
  orderChanged,
  orderCompleted,
  orderOfAnotherCustomer,
  orderOfSubscription,
  ordersAffected,
  orderTaken,
  orderTooLarge,
  paymentInProgress,
  priceChanged,
  receiptPending,
  undueMoneyChanged,
  unknownOrder,
  upgradeInPayment,
} from './problems.ts';
