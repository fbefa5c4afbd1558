import type { StoredBenefit, StoredTarget } from '../catalog/index.ts';

/** A lower price for a cart whose buyer enters a code. */
export interface CouponRow {
  readonly accountId: string;
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly benefit: StoredBenefit;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  /** Empty: all items. */
  readonly targets: readonly StoredTarget[];
  /** The minimum total of a cart by currency, before coupons; an absent currency has none. */
  readonly minimumTotal: Readonly<Record<string, number>>;
  /** The maximum number of orders that use it; null: any. */
  readonly maxUses: number | null;
  /** The maximum number of orders of one customer that use it; null: any. */
  readonly maxUsesPerCustomer: number | null;
  /** Only for customers who have not bought anything yet. */
  readonly isForFirstPurchase: boolean;
  /** The number of payments of a subscription that it reduces; null: all of them. */
  readonly recurringPaymentUseCount: number | null;
  /** The number of uses that are reserved or final, without those beyond the limit; never more than `maxUses`. */
  readonly uses: number;
  readonly isArchived: boolean;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Codes of a coupon that were generated together. */
export interface CouponBatch {
  readonly accountId: string;
  readonly id: string;
  readonly couponId: string;
  readonly quantity: number;
  /** The number of codes that exist already. */
  readonly generated: number;
  /** The maximum number of orders that use one of the codes; null: any. */
  readonly maxUsesPerCode: number | null;
  readonly createdAt: Date;
}

/** A code of a coupon. */
export interface CouponCode {
  readonly accountId: string;
  readonly id: string;
  readonly couponId: string;
  /** Null for a code that the merchant chose. */
  readonly batchId: string | null;
  /** The lookup key of the code. */
  readonly codeHash: string;
  /** The displayed code, sealed. */
  readonly codeSealed: string;
  readonly maxUses: number | null;
  /** The same as for the coupon. */
  readonly uses: number;
  readonly createdAt: Date;
  /** The merchant revoked it; orders that were already paid keep it. */
  readonly revokedAt: Date | null;
}

/** `Reserved` while a payment is pending, `Returned` once it failed, `Used` once the order is fulfilled. */
type CouponUseStatus = 'Reserved' | 'Used' | 'Returned';

/** The use of a coupon by one payment of an order. */
export interface CouponUse {
  readonly accountId: string;
  readonly id: string;
  readonly couponId: string;
  readonly codeId: string;
  readonly orderId: string;
  readonly paymentId: string;
  /** The keys of the buyer. @see countedKeys */
  readonly customerKeys: readonly string[];
  /** The network of the client that started the payment, while it is pending. @see networkKey */
  readonly networkKey: string | null;
  /** The amount off the order, in minor units of `currency`. */
  readonly amountMinor: number;
  readonly currency: string;
  readonly status: CouponUseStatus;
  /**
   * Money arrived after the use was returned, when none was left: the price was agreed, so the order keeps it, and the
   * use counts nowhere else.
   */
  readonly isBeyondLimit: boolean;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

/** The uses of a coupon by one customer. */
interface CouponCustomer {
  readonly accountId: string;
  readonly couponId: string;
  readonly customerKey: string;
  readonly uses: number;
  /** The maximum at the time of the last use. */
  readonly maxUses: number | null;
}

/** A payment with a coupon for first purchases holds the customer's only one. */
interface CouponFirstPurchase {
  readonly accountId: string;
  readonly customerKey: string;
  readonly paymentId: string;
}

export interface CouponTables {
  coupons: CouponRow;
  couponBatches: CouponBatch;
  couponCodes: CouponCode;
  couponUses: CouponUse;
  couponCustomers: CouponCustomer;
  couponFirstPurchases: CouponFirstPurchase;
}
