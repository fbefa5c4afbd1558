import type { CartOfferShare } from './cart-offers.ts';
import type { Coupon, CouponShare, CouponVerdict } from './coupons.ts';
import type { Amounts, ItemReference, PricingCatalog, PricingContext } from './model.ts';
import type { Adjustment, Verdict } from './price-variation.ts';
import type { TaxRules, TaxShare } from './taxes.ts';

/** A line of a cart. */
export interface QuoteLine {
  readonly id: string;
  readonly item: ItemReference;
  readonly variationId: string;
  /** Whole units, 1 or more. */
  readonly quantity: number;
  /** The offer that the customer selected for the line. */
  readonly offerId?: string | undefined;
  /** The license that the line changes; absent: the line is a normal purchase. */
  readonly upgrade?: LineUpgrade | undefined;
  /** The price that was agreed before, whatever the catalogue says now; absent: that of the catalogue. */
  readonly agreed?: AgreedPrice | undefined;
  /** What a line with a billing cycle offers beside its price; absent: nothing. */
  readonly terms?: LineTerms | undefined;
}

/**
 * A price that seller and buyer agreed for a subscription, in minor units of its currency. By default, the line grants no
 * new licenses: what it pays for goes on.
 */
export interface AgreedPrice {
  readonly unitOriginalMinor: number;
  /** Deductions from one unit. */
  readonly adjustments: readonly Adjustment[];
  /** Deductions from the whole line: what is left of a coupon. */
  readonly reductions: readonly AgreedReduction[];
  /** The products of which each unit grants a license: it is added to the subscription. */
  readonly grantedProductIds?: readonly string[] | undefined;
  /** Nothing will be paid after this, so that its payment saves no method. */
  readonly isLast?: boolean | undefined;
  /** The payments that follow this one, of a subscription that nothing was charged for any more: the buyer agrees to them. */
  readonly comesAgain?: LaterPayments | undefined;
}

/** The payments that follow the first one of a line. */
export interface LaterPayments {
  readonly cycle: string;
  /** The units that they pay for; absent: those of the line. */
  readonly quantity?: number | undefined;
  /** The price of the next payment, and each later one that differs from the one before it. The first one has number 1. */
  readonly prices: readonly { readonly payment: number; readonly price: AgreedPrice }[];
}

export interface AgreedReduction {
  readonly name: string;
  readonly amountMinor: number;
}

/** The license that a line changes, and its price, or why it cannot be changed: a predicate of the license. */
export type LineUpgrade = { readonly licenseId: string } & (
  | {
      readonly kind: 'Upgrade' | 'Renewal';
      readonly prices: Amounts;
      readonly keepsLicense: boolean;
      readonly fromProductId: string;
      /** How its owner knows the license; absent where no owner is shown it. */
      readonly licenseName?: string;
    }
  | { readonly refusal: string }
);

export interface OrderQuoteInput extends PricingContext {
  readonly catalog: PricingCatalog;
  readonly lines: readonly QuoteLine[];
  readonly currency: string;
  /** The offer that the customer selected for the whole cart. */
  readonly offerId?: string | undefined;
  /** The currencies of the shop: an exclusive price in one of them excludes offers in all. */
  readonly enabledCurrencies: readonly string[];
  /** The coupons that the buyer entered; absent or empty: none. */
  readonly coupons?: readonly Coupon[];
  /** The buyer's taxes; absent, or without a rate: none. */
  readonly taxes?: TaxRules;
  /** Whether each line reports the result of every discount and of its offer; costs time. */
  readonly isExplained?: boolean;
}

/**
 * Amounts in minor units: `originalMinor − discountMinor = subtotalMinor`, each 0 or more. The discount includes cart
 * offers and coupons.
 */
export interface QuotedAmounts {
  readonly originalMinor: number;
  readonly discountMinor: number;
  readonly subtotalMinor: number;
  /** The amount due: the subtotal, with taxes that are added, without those that the buyer is relieved of. */
  readonly dueMinor: number;
}

export interface QuotedLine extends QuotedAmounts {
  readonly id: string;
  readonly item: ItemReference;
  readonly variationId: string;
  readonly quantity: number;
  readonly offerId?: string;
  /** The tier that determined the unit price, and the price without it; absent if none did. */
  readonly tier?: { readonly minQuantity: number; readonly listMinor: number };
  /** One unit before discounts, at its tier; of a partial bundle, the price of the remaining products. */
  readonly unitOriginalMinor: number;
  /** One unit after its discount and offer; cart offers and coupons reduce the line as a whole. */
  readonly unitPriceMinor: number;
  /** Deductions from one unit, in order: discount, then offer. */
  readonly adjustments: readonly Adjustment[];
  /** The reduction of the line by the offer on the cart; absent if there is none. */
  readonly cartOffer?: CartOfferShare;
  /** The reductions of the line that were agreed before; absent if there are none. */
  readonly agreed?: readonly AgreedReduction[];
  /** The reduction of the line by each coupon; absent if there is none. */
  readonly coupons?: readonly CouponShare[];
  /** The tax of the line; absent if no rate applies. */
  readonly tax?: TaxShare;
  /** What it costs later; absent for a line that is paid for once, and for one whose price was agreed before. */
  readonly renewal?: LineRenewal;
  /** The products of which each unit grants a license. */
  readonly grantedProductIds: readonly string[];
  /** The license that the line changes instead of granting one; `keepsLicense`: it grants an additional one. */
  readonly upgrade?: {
    readonly licenseId: string;
    readonly kind: 'Upgrade' | 'Renewal';
    readonly keepsLicense: boolean;
    /** The product of the license before. */
    readonly fromProductId: string;
    /** How its owner knew the license then; absent where no owner is shown it. */
    readonly licenseName?: string;
  };
  /** The customer's own products that lowered the price; absent: none. */
  readonly basisProductIds?: readonly string[];
  /** A bundle without the products that the customer owns. */
  readonly isPartial: boolean;
  /** The result of every tier and discount, and of the offer; empty unless requested. */
  readonly verdicts: readonly Verdict[];
}

/** What a line with a billing cycle offers beside its price. */
export interface LineTerms {
  /** After how many days it is first paid for; absent: it is paid for at once. */
  readonly freeDays?: number | undefined;
  /** After how many payments nothing more is charged, and its licenses never end; absent: never. */
  readonly ownAfterCycles?: number | undefined;
  /** After how many payments in a row its licenses keep some versions for good; absent: never. */
  readonly fallbackAfterCycles?: number | undefined;
}

/** What a line with a billing cycle costs after this purchase. */
export interface LineRenewal extends LineTerms {
  /** Such as `Monthly`. */
  readonly cycle: string;
  /** The next payment, and each later one that differs from the one before it. */
  readonly prices: readonly RenewalPrice[];
}

/** The amounts of a later payment in minor units, with the taxes of this quote; those that follow are the same. */
export interface RenewalPrice {
  /** Its number; the first payment is 1. */
  readonly payment: number;
  readonly subtotalMinor: number;
  readonly taxesMinor: number;
  readonly dueMinor: number;
}

/** A line that cannot be sold, and the field that causes it. */
export interface LineRefusal {
  readonly lineId: string;
  readonly field: 'productId' | 'bundleId' | 'variationId' | 'currency' | 'licenseId' | 'quantity';
  /** A sentence without its subject, such as "is not for sale". */
  readonly message: string;
}

export interface OrderQuote {
  readonly currency: string;
  /** The lines that can be sold, in input order. */
  readonly lines: readonly QuotedLine[];
  /** The reasons of the others. */
  readonly refusals: readonly LineRefusal[];
  /**
   * `taxesMinor` is the added tax, negative for a buyer who is relieved of the tax in the prices: `subtotalMinor +
   * taxesMinor = dueMinor`.
   */
  readonly total: QuotedAmounts & { readonly taxesMinor: number };
  /** The offer on the cart and its total reduction; absent if none reduces it. */
  readonly cartOffer?: Omit<Adjustment, 'kind'>;
  /** The result of each selected offer on the cart; absent unless requested, and without any. */
  readonly cartVerdicts?: readonly Verdict[];
  /** The total reduction by each coupon, or the reason why there is none; absent without coupons. */
  readonly coupons?: readonly CouponVerdict[];
  /** The total tax of each rate, whether added or included in the prices; absent without rates. */
  readonly taxes?: readonly TaxShare[];
}
