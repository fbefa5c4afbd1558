import type { PaymentDetails, PaymentStatus } from './payment-state.ts';

/** The facts about a payment that the rules of refunds need. */
export interface RefundablePayment {
  readonly status: PaymentStatus;
  readonly amountMinor: number;
  readonly currency: string;
  readonly receivedMinor: number | null;
  readonly receivedCurrency: string | null;
  readonly refundedMinor: number;
  readonly details: PaymentDetails | null;
}

/** The money that arrived with a payment, without refunds, including pending ones. */
export interface RemainingMoney {
  /** In minor units of `currency`. */
  readonly receivedMinor: number;
  readonly leftMinor: number;
  readonly currency: string;
}

/** The rest of a payment; `undefined` when no money has arrived with it. */
export function remainingMoney(payment: RefundablePayment): RemainingMoney | undefined {
  const { status, amountMinor, currency, refundedMinor } = payment;
  const receivedMinor = payment.receivedMinor ?? amountMinor;
  if (status === 'Pending' || status === 'Failed' || receivedMinor === 0) return undefined;
  return {
    receivedMinor,
    leftMinor: receivedMinor - refundedMinor,
    currency: payment.receivedCurrency ?? currency,
  };
}

/** The tax on top of a payment that is refunded with an amount. */
interface TaxReturn {
  /** Minor units of the payment's currency, which the tax is added to. */
  readonly amountMinor: number;
  /** The tax of the earlier refunds, except for those that failed. */
  readonly returnedTaxMinor: number;
  /** The provider refunds multiples of this, in minor units. */
  readonly stepMinor: number;
}

/**
 * The share of the tax on top of a payment that is refunded with an amount, rounded down so that the provider can
 * refund both together; 0 for an amount of 0. Once everything is refunded, so is exactly all of the tax.
 */
export function returnedTax(
  payment: RefundablePayment,
  { amountMinor, returnedTaxMinor, stepMinor }: TaxReturn,
): number {
  const { taxMinor = 0, taxMode } = payment.details ?? {};
  const money = remainingMoney(payment);
  if (money === undefined || taxMode !== 'Exclusive' || amountMinor === 0) return 0;
  const backMinor = BigInt(payment.refundedMinor + amountMinor);
  const due = Number((BigInt(taxMinor) * backMinor) / BigInt(money.receivedMinor));
  const share = Math.max(0, due - returnedTaxMinor);
  return Math.max(0, share - ((amountMinor + share) % stepMinor));
}
