export { providerSettingErrors } from './connections/setting-errors.ts';
export { takesTestPayments } from './connections/credentials.ts';
export {
  connectionStatus,
  connectProvider,
  disconnectProvider,
  providerStatus,
  refuseUnconnectable,
} from './connections/connect-provider.ts';
export type { DeclineAdvice, PaymentDetails, PaymentState } from './domain/payment-state.ts';
export { providerTaxes } from './domain/provider-taxes.ts';
export type { DisputeStatus, RefundStatus } from './domain/refund-state.ts';
export { remainingMoney } from './domain/refundable.ts';
export { eraseBuyer, eraseBuyerJob, forgetPayerBilling } from './erase-buyer-job.ts';
export {
  mayCalculateTaxes,
  NO_PROVIDER,
  providerOf,
  providerCalculatesTaxes,
  takesTestMoney,
} from './find-provider.ts';
export type { LockedPayable, MethodOwner, Payable, PaymentFailure, PaymentPorts } from './payable.ts';
export { deleteMethod, deleteMethodJob, lockMethod } from './methods/delete-method.ts';
export { findProviderMethod, importMethod, type ProviderMethod } from './methods/import-method.ts';
export { mayCharge } from './methods/probe-charges.ts';
export { canSaveMethods, findMethod, methodOfPayment } from './methods/save-method.ts';
export { cancelPayment, dropCharge } from './payment/cancel-payment.ts';
export { type MethodSetup, SETUP_PAYABLES, startMethodSetup } from './payment/method-setup.ts';
export { type NewCharge, openCharge } from './payment/open-charge.ts';
export { type NewPayment, openPayment, recordFreePayment, resumeStarts } from './payment/open-payment.ts';
export { recordPaymentState } from './payment/record-payment-state.ts';
export { type AmountRefusal, amountRefusal, type ShopFault, shopFault } from './payment/refuse-amount.ts';
export { settleJob, stopPending } from './payment/settle-job.ts';
export { settlePayment, trySettlePayment } from './payment/settle-payment.ts';
export { startPayment } from './payment/start-payment.ts';
export {
  amountTooLarge,
  amountTooSmall,
  connectionChanged,
  currencyNotTaken,
  invalidEventSignature,
  methodRemoved,
  methodsNotSaved,
  notConnectable,
  notConnected,
  nothingPaid,
  paymentDisputed,
  paymentsNotConfigured,
  paymentsPending,
  providerAccountsMixed,
  providerModesMixed,
  providerRefused,
  wrongProviderKey,
  paymentsRefused,
  providerUnavailable,
  refundExceedsPayment,
  refundTooLarge,
} from './problems.ts';
export type { Continuation, EmbeddedForm, PaymentOrder, PaymentProvider } from './provider.ts';
export { logProviderError, ProviderError } from './provider-error.ts';
export { catchUpOnEvents, missedEventsJob, unreadEventsJob } from './provider-events/missed-events.ts';
export { receiveEvents } from './provider-events/receive-events.ts';
export {
  PROVIDER_INPUT,
  PROVIDER_NAMES,
  providerInput,
  PROVIDERS,
  setTestMethodBehaviour,
  TEST_METHOD_BEHAVIOURS,
  TEST_REVERSALS,
  tryReversal,
} from './providers/index.ts';
export {
  findPayment,
  holdsMoney,
  issuesInvoices,
  listPayments,
  listUnduePayments,
  type PaymentSummary,
  paymentsOf,
  paymentSummaries,
  successfulPayment,
  subjectsOfPayments,
} from './queries.ts';
export { resumePending } from './resume-pending.ts';
export { lockRefundable, openRefund } from './reversals/open-refund.ts';
export { completeElsewhere, performRefund } from './reversals/perform-refund.ts';
export {
  findDispute,
  findRefund,
  subjectsOfRefunds,
  isAnyDisputed,
  isDisputed,
  listDisputes,
  listDisputesToAnswer,
  listFraudWarnings,
  listRefunds,
  refundsFailedIn,
  refundsSettledIn,
  subjectsToAnswer,
} from './reversals/queries.ts';
export { recordReversals } from './reversals/record-reversals.ts';
export { refundJob } from './reversals/refund-job.ts';
export type { Refundable } from './reversals/reserve-refund.ts';
export { reversalsJob } from './reversals/reversals-job.ts';
export type { Dispute, FraudWarning, Payment, PaymentSubject, Refund, SavedMethod } from './tables.ts';
