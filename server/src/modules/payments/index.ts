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
  deletePayments,
  findPayment,
  insertPayment,
  insertPaymentEvent,
  isOrderPaid,
  latestPayment,
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
