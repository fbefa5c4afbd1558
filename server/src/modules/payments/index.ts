export type { PaymentState } from './domain/payment-state.ts';
export {
  NO_PROVIDER,
  PROVIDER_NAMES,
  providerInput,
  providerOf,
  providerSettingErrors,
} from './find-provider.ts';
export { holdsMoney } from './holds-money.ts';
export { type NewPayment, openPayment, payNothing } from './open-payment.ts';
export type { LockedPayable, Payable, PaymentParties } from './payable.ts';
export { invalidEventSignature, paymentsNotConfigured } from './problems.ts';
export type { PaymentOrder, PaymentProvider } from './provider.ts';
export { PROVIDER_INPUT } from './providers/index.ts';
export { listPayments } from './queries.ts';
export { receiveEvents } from './receive-events.ts';
export { recordPaymentState } from './record-payment-state.ts';
export { settleJob } from './settle-job.ts';
export { settlePayment } from './settle-payment.ts';
export { startPayment } from './start-payment.ts';
export type { Payment, PaymentSubject } from './tables.ts';
