export type { PaymentReport } from './report.ts';
export {
  paymentProviderOf,
  type SandboxOutcome,
  sandboxReference,
  sandboxReport,
  sandboxSettleJob,
  settleSandboxPayment,
} from './sandbox.ts';
export {
  findPayment,
  forgetPayments,
  insertPayment,
  insertPaymentEvent,
  isOrderPaid,
  latestPayment,
  settleForgotten,
  settlePayment,
  successfulPayment,
} from './store.ts';
export type {
  Billing,
  BillingDetails,
  LicenseGrant,
  Payment,
  PaymentBuyer,
  PaymentStatus,
  PaymentTables,
  Purchase,
  PurchaseLine,
} from './tables.ts';
