/**
 * The status of a payment. `Surplus`: money arrived for a subject that another payment had already paid, or for a
 * deleted cart, or more than the amount due. `Short`: less than the amount due arrived, or in another currency. Both pay
 * nothing, and have to be refunded.
 */
export type PaymentStatus = 'Pending' | 'Succeeded' | 'Failed' | 'Surplus' | 'Short';

/** The tax that the provider calculated for an item of a payment. */
export interface ProviderTax {
  /** In minor units of the payment's currency. */
  readonly taxMinor: number;
  /** 19 % is 1,900; absent where the provider does not report a rate. */
  readonly basisPoints?: number | undefined;
  /** ISO 3166-1 alpha-2, and the region of it. */
  readonly country?: string | undefined;
  readonly region?: string | undefined;
  /** `Provider`: a reason that only the provider knows. */
  readonly reason: 'Standard' | 'ReverseCharge' | 'NotCollecting' | 'ZeroRated' | 'Exempt' | 'Provider';
}

/** Facts about received money, as far as the provider reports them. They name no person. */
export interface PaymentDetails {
  /** The tax that the provider calculated, in minor units of the payment's currency. */
  readonly taxMinor?: number | undefined;
  /** `Exclusive`: the tax was charged on top of the amount that arrived. `Inclusive`: it is a part of that amount. */
  readonly taxMode?: 'Inclusive' | 'Exclusive' | undefined;
  /** The tax of each item of the payment, in their order, or a single one of all of them; absent where unknown. */
  readonly taxes?: readonly ProviderTax[] | undefined;
  /** ISO 3166-1 alpha-2, as the buyer entered it at the provider. */
  readonly billingCountry?: string | undefined;
  /** ISO 3166-1 alpha-2: the country of the bank that issued the card. */
  readonly cardCountry?: string | undefined;
  /** The provider's name for the payment method: `card`, `paypal`. */
  readonly method?: string | undefined;
  /** The invoice that the provider issued. */
  readonly invoiceUrl?: string | undefined;
  readonly receiptUrl?: string | undefined;
}

/** What people see of a payment method. */
export interface MethodLabel {
  /** The brand of a card, such as `visa`, or else the kind of the method, such as `sepa_debit`. */
  readonly brand: string;
  /** The last digits of its number. */
  readonly last4?: string | undefined;
  /** The last month in which a card is valid: `2030-08`. */
  readonly expires?: string | undefined;
}

/** A payment method that the provider has saved, with the provider's ids. */
export interface ReportedMethod {
  readonly reference: string;
  /** The provider's id of the person whom it belongs to, where the provider needs it for a charge. */
  readonly customerReference?: string | undefined;
  readonly label: MethodLabel;
}

/**
 * What a bank's refusal of a saved method means for later tries. `TryAgain`: it may succeed another day. `BuyerNeeded`:
 * not before the buyer confirms it, or enters other data. `NeverAgain`: this method will never work again, and trying
 * counts against the vendor.
 */
export type DeclineAdvice = 'TryAgain' | 'BuyerNeeded' | 'NeverAgain';

/** A provider's report about a payment. */
export type PaymentState =
  /** Not final: the buyer, or a bank, has not finished. `until` is set when a bank takes longer than the buyer may. */
  | { readonly kind: 'Pending'; readonly until?: Date }
  /** Money arrived. The amount excludes taxes that the provider charged on top, as merchant of record. */
  | {
      readonly kind: 'Succeeded';
      readonly amountMinor: number;
      readonly currency: string;
      readonly details?: PaymentDetails;
      /** Saved in this payment, which asked for that. */
      readonly method?: ReportedMethod | undefined;
    }
  /**
   * No money will arrive, for a reason in a sentence for the buyer. `wasSubmitted`: the buyer had finished, and left the
   * page; the bank did not pay. `advice` is set for a payment without a buyer.
   */
  | {
      readonly kind: 'Failed';
      readonly reason: string;
      readonly wasSubmitted?: boolean;
      readonly advice?: DeclineAdvice | undefined;
      /** No bank was asked: the provider did not respond in time, or refuses what the shop asks. The buyer can do nothing. */
      readonly isShopFault?: boolean | undefined;
    };

/** The amount that a payment is compared with. */
interface PaymentDue {
  readonly status: PaymentStatus;
  readonly amountMinor: number;
  readonly currency: string;
}

/**
 * The status of a payment after a report of its provider. Reports may be repeated, late, and out of order: money that
 * arrived counts even after the payment was cancelled, and nothing undoes it; a failure counts until something else is
 * certain. A payment is superfluous if another payment has paid, or nothing is left to pay.
 */
export function statusAfterReport(
  { status, amountMinor, currency }: PaymentDue,
  report: PaymentState,
  isSuperfluous: boolean,
): PaymentStatus {
  if (status !== 'Pending' && status !== 'Failed') return status;
  if (report.kind === 'Pending') return status;
  if (report.kind === 'Failed') return 'Failed';
  if (isSuperfluous) return 'Surplus';
  if (report.currency !== currency || report.amountMinor < amountMinor) return 'Short';
  return report.amountMinor === amountMinor ? 'Succeeded' : 'Surplus';
}
