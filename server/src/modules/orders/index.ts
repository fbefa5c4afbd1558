export {
  checkoutLinks,
  type CheckoutLinks,
  type CheckoutView,
  openCheckout,
  whitelistedReturn,
} from './checkout.ts';
export type { LineRequest } from './domain/lines.ts';
export { findOrder, type OrderView } from './find-order.ts';
export { billingOf } from './known-billing.ts';
export { payOrder, type PaymentRequest } from './pay-order.ts';
export { purgeAbandonedOrders } from './purge-orders.ts';
export { recordPaymentReport } from './record-payment.ts';
export type { Billing, Order, OrderLine, OrderStatus } from './tables.ts';
export { attributeOrders } from './store.ts';
export { type BillingUpdate, updateBilling } from './update-billing.ts';
export { type OrderPatch, updateOrder } from './update-order.ts';
