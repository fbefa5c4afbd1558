export type { PaymentReport } from './report.ts';
export {
  paymentProviderOf,
  SANDBOX_SETTLE_JOB,
  type SandboxOutcome,
  sandboxReference,
  sandboxReport,
  settleSandboxJob,
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
