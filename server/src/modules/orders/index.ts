export { checkoutLinks, type CheckoutLinks, type CheckoutView, openCheckout } from './checkout.ts';
export type { LineRequest } from './domain/lines.ts';
export { findOrder, type OrderView } from './find-order.ts';
export { payOrder, type PaymentRequest } from './pay-order.ts';
export { purgeAbandonedOrders } from './purge-orders.ts';
export { recordPaymentReport } from './record-payment.ts';
export type { Billing, Order, OrderLine, OrderStatus } from './tables.ts';
export { attributeOrders } from './store.ts';
export { type OrderPatch, updateOrder } from './update-order.ts';
