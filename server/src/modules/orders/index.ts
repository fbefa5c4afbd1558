export { type CheckoutView, openCheckout, whitelistedReturn } from './checkout/checkout.ts';
export { checkoutLinks, type CheckoutLink, type CheckoutLinks } from './checkout/checkout-links.ts';
export { cartRefusals } from './cart/cart-refusals.ts';
export type { CartRefusal } from './cart/free-limit.ts';
export type { LineRequest } from './domain/lines.ts';
export { findOrder, type OrderView } from './find-order.ts';
export { listOrders, viewOrder } from './queries.ts';
export { currentBilling } from './billing/customer-billing.ts';
export { orderFingerprint } from './cart/order-fingerprint.ts';
export { payOrder, type PaymentRequest, type OrderSummary as ShownOrder } from './checkout/pay-order.ts';
export { eraseCarts } from './erase-carts.ts';
export { purgeAbandonedOrders } from './purge-orders.ts';
export { ORDER_KIND, orderSubject, payableOrder } from './checkout/payable-order.ts';
export type { OrderStatus } from './domain/order-state.ts';
export type { Billing, BillingDetails, Order, OrderLine } from './tables.ts';
export { attributeOrders } from './attribute-orders.ts';
export { type BillingUpdate, updateBilling } from './billing/update-billing.ts';
export { type OrderPatch, updateOrder } from './cart/update-order.ts';
export {
  billingOfCustomer,
  checkoutLinkExpired,
  emptyOrder,
  freeLimitReached,
  orderChanged,
  orderCompleted,
  orderOfAnother,
  orderOfAnotherCustomer as orderTaken,
  orderTooLarge,
  paymentInProgress,
  priceChanged,
} from './problems.ts';
