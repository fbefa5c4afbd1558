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
  insertPayment,
  insertPaymentEvent,
  isOrderPaid,
  latestPayment,
  settlePayment,
} from './store.ts';
export type {
  LicenseGrant,
  Payment,
  PaymentStatus,
  PaymentTables,
  Purchase,
  PurchaseLine,
} from './tables.ts';
