export type { PaymentDetails, PaymentState } from './domain/payment-state.ts';
export {
  mayCalculateTaxes,
  NO_PROVIDER,
  PROVIDER_NAMES,
  providerInput,
  providerOf,
  providerCalculatesTaxes,
} from './find-provider.ts';
export { providerSettingErrors } from './connections/setting-errors.ts';
export { logNoAnswer, NoAnswer } from './ask-provider.ts';
export { cancelPayment } from './payment/cancel-payment.ts';
export {
  connectProvider,
  disconnectProvider,
  providerStatus,
  refuseUnconnectable,
} from './connections/connect-provider.ts';
export { holdsMoney } from './holds-money.ts';
export { catchUpOnEvents, missedEventsJob, unreadEventsJob } from './provider-events/missed-events.ts';
export { issuesInvoices } from './issues-invoices.ts';
export { type NewPayment, openPayment, recordFreePayment } from './payment/open-payment.ts';
export type { LockedPayable, Payable, PaymentParties } from './payable.ts';
export type { DisputeStatus, RefundStatus } from './domain/refund-state.ts';
export { remainingMoney } from './domain/refundable.ts';
export {
  amountTooSmall,
  currencyNotTaken,
  invalidEventSignature,
  nothingPaid,
  paymentDisputed,
  paymentsNotConfigured,
  paymentsRefused,
  providerUnavailable,
  refundExceedsPayment,
  refundTooLarge,
} from './problems.ts';
export type { Continuation, EmbeddedForm, PaymentOrder, PaymentProvider } from './provider.ts';
export { TEST_REVERSALS, type TestReversal, PROVIDER_INPUT } from './providers/index.ts';
export {
  findPayment,
  listPayments,
  type PaymentSummary,
  paymentSummaries,
  successfulPayment,
} from './queries.ts';
export {
  findDispute,
  findRefund,
  isDisputed,
  listDisputes,
  listFraudWarnings,
  listRefunds,
} from './reversals/queries.ts';
export { receiveEvents } from './provider-events/receive-events.ts';
export { amountRefusal } from './payment/refuse-amount.ts';
export { lockRefundable, openRefund } from './reversals/open-refund.ts';
export { performRefund } from './reversals/perform-refund.ts';
export { recordReversals } from './reversals/record-reversals.ts';
export { refundJob } from './reversals/refund-job.ts';
export type { Refundable } from './reversals/reserve-refund.ts';
export { reversalsJob } from './reversals/reversals-job.ts';
export { tryReversal } from './reversals/try-reversal.ts';
export { recordPaymentState } from './payment/record-payment-state.ts';
export { settleJob, stopPending } from './payment/settle-job.ts';
export { settleIfAnswered, settlePayment } from './payment/settle-payment.ts';
export { startPayment } from './payment/start-payment.ts';
export type { Dispute, FraudWarning, Payment, PaymentSubject, Refund } from './tables.ts';
