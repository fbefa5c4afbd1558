/** The content of a document, frozen when it is issued. Amounts are minor units of `currency`. */
export interface DocumentFacts {
  /** The number of the order for people; absent where it has none. */
  readonly orderNumber?: string;
  /** Language and region of texts, amounts and dates, such as `de` or `en-GB`. */
  readonly locale: string;
  readonly currency: string;
  /** The seller's, such as `Europe/Berlin`: days are those there. */
  readonly timeZone: string;
  /** The day of supply, as a moment in ISO 8601. */
  readonly suppliedAt: string;
  readonly seller: Seller;
  readonly buyer: Buyer;
  readonly lines: readonly DocumentLine[];
  /** Reductions already deducted from the lines, with their names. */
  readonly reductions: readonly Reduction[];
  /** Null when no payment was due. */
  readonly payment: DocumentPayment | null;
  /** The document that this one is about; null for that of a sale. */
  readonly original: OriginalDocument | null;
  /** The reason for the refund, in the words of the vendor; null for other documents. */
  readonly reason: string | null;
}

export interface Seller {
  readonly name: string;
  /** Lines of the postal address, without the country. */
  readonly address: readonly string[];
  /** ISO 3166-1 alpha-2 code. */
  readonly country: string | null;
  readonly taxId: string | null;
  readonly email: string | null;
}

/** The billed party; fields that they did not state are null. */
export interface Buyer {
  readonly name: string | null;
  readonly businessName: string | null;
  readonly taxId: string | null;
  readonly email: string | null;
  readonly address: BuyerAddress | null;
}

interface BuyerAddress {
  /** ISO 3166-1 alpha-2 code. */
  readonly countryCode: string;
  readonly streetAddress1: string;
  readonly streetAddress2: string | null;
  readonly postCode: string;
  readonly locality: string | null;
  readonly region: string | null;
}

/** A line: `net + tax = gross`. Those of credit notes are negative. */
export interface DocumentLine {
  /** The line item of the order. */
  readonly lineId: string;
  readonly title: string;
  /** Null on credit notes where money goes back for the line, and no unit. */
  readonly quantity: number | null;
  readonly netMinor: number;
  readonly taxMinor: number;
  readonly grossMinor: number;
  /** Null where the account has no taxes. */
  readonly tax: LineTax | null;
}

/** The rate of a line, and the reason for it. */
export interface LineTax {
  /** 19 % is 1,900. Null when the payment provider calculated the tax and reported only its amount. */
  readonly basisPoints: number | null;
  /** ISO 3166-1 alpha-2 code; null when the provider did not report it. */
  readonly country: string | null;
  readonly region: string | null;
  readonly reason: LineTaxReason;
}

type LineTaxReason = 'Standard' | 'ReverseCharge' | 'NotCollecting' | 'ZeroRated' | 'Exempt' | 'Provider';

export interface Reduction {
  readonly name: string;
  /** More than 0. */
  readonly amountMinor: number;
}

export interface DocumentPayment {
  /** The provider's name, such as `card`; null if it gives none. */
  readonly method: string | null;
  /** ISO 8601 */
  readonly paidAt: string;
}

export interface OriginalDocument {
  readonly number: string;
  /** ISO 8601 */
  readonly issuedAt: string;
  /** An invoice that no longer counts: this one has other details of the buyer. */
  readonly isReplaced?: boolean;
}
