import type { Generated } from 'kysely';
import type { RowPage } from '../../platform/database/newest-first.ts';
import type { GivenAccess, Recurrence } from '../catalog/index.ts';
import type { Address } from '../customers/index.ts';
import type { AgreedPrice, OrderQuote, Utm } from '../pricing/index.ts';
import type { EvidenceOfCountry, TaxIdCheck, TaxPlace } from '../taxes/index.ts';
import type { OrderStatus } from './domain/order-state.ts';
import type { LineRefund } from './domain/refund-lines.ts';

/**
 * The billed person, as stated in the cart or at the checkout; a snapshot that outlives the customer's own data. An
 * absent field was not stated; null states that there is none.
 */
export interface Billing {
  readonly name?: string;
  readonly businessName?: string | null;
  readonly taxId?: string | null;
  readonly email?: string;
  readonly phone?: string | null;
  readonly address?: Address | null;
}

/** Billing details other than name and email. */
export type BillingDetails = Omit<Billing, 'name' | 'email'>;

/**
 * What an order came from: a buyer's cart, or, without a cart and a checkout link, a subscription (its renewal, a change of
 * its plan, or the payoff of its rest). Settlement, documents, refunds and disputes are the same for all of them.
 */
export type OrderOrigin = 'Cart' | 'Renewal' | 'PlanChange' | 'Payoff';

export interface Order {
  readonly accountId: string;
  readonly id: string;
  /**
   * The customer it belongs to, once a signed-in customer has touched it or it is completed. A guest's purchase for an
   * unproven address has no owner until somebody proves the address.
   */
  readonly customerId: string | null;
  readonly origin: OrderOrigin;
  /** The subscription that an order without a cart pays for; null for carts, which may begin several. */
  readonly subscriptionId: string | null;
  /** Such as `K7QM-4T2P`: for people, unique in the account; null or absent until it is paid. */
  readonly number?: string | null | undefined;
  readonly status: OrderStatus;
  readonly currency: string;
  readonly billing: Billing;
  /**
   * The session epoch of the customer when `billing` was entered: until the order is paid, it only counts in that
   * epoch.
   */
  readonly billingEpoch: number;
  /** The network from which a guest entered the billing details, as a signature; null if a customer did, or nobody. */
  readonly billingOrigin: string | null;
  /** Campaign parameters by name without the prefix `utm_`. */
  readonly utm: Utm;
  readonly returnUrl: string | null;
  /** The codes of the coupons that the buyer entered, by id. */
  readonly couponCodeIds: readonly string[];
  /** The offer on the whole cart that the buyer chose. */
  readonly offerId: string | null;
  /** The line items, in the order of the client; once paid, those that were paid for. */
  readonly lines: readonly OrderLine[];
  /** What is being charged, from the start of a payment, and was paid; null while the order is a cart. */
  readonly content: Purchase | null;
  /** The reason why the last payment failed, until the next one begins. */
  readonly lastPaymentFailure: string | null;
  /** The reason why it is paid but could not be delivered, until it is. */
  readonly lastFulfilmentFailure: string | null;
  /** Whether anything of it was refunded or has a pending refund: money, or free units. */
  readonly isRefunded: boolean;
  /** Whether a payment of it, `Surplus` or `Short`, or what is `owed`, holds money that has not been refunded. */
  readonly hasUndueMoney: boolean;
  /** What has to go back to the buyer, also once it has: a refund may fail later. Null or absent: nothing. */
  readonly owed?: OwedMoney | null | undefined;
  /** The time at which its cancellation began because it could not be delivered: delivery is no longer attempted. */
  readonly cancelledAt: Date | null;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** When the money arrived. */
  readonly paidAt: Date | null;
  readonly completedAt: Date | null;
}

/** Money that paid an order and has to go back to its buyer, whoever refunds it. */
export interface OwedMoney {
  /** The line that it was paid for; null: all that was paid. */
  readonly lineId: string | null;
  /** What the refunds of that line, or of the order, have to come to, in minor units. */
  readonly amountMinor: number;
  /** For the buyer, in a sentence. */
  readonly reason: string;
  /** It was paid for units that had gone back before: it was never a part of what the line was worth. */
  readonly isOfUnits?: true | undefined;
  /** Since when, as a time of ISO 8601: refunds that failed before do not count. */
  readonly since?: string | undefined;
  /** Refunds of it have failed too often: only the vendor returns it. */
  readonly isGivenUp?: true | undefined;
}

/** An order of any account of which money is owed. */
export interface OwedOrder {
  readonly accountId: string;
  readonly orderId: string;
  readonly createdAt: Date;
  readonly owed?: OwedMoney | null | undefined;
}

/** A line item of an order. Exactly one of `productId` and `bundleId` is set. */
export interface OrderLine {
  /** The client's own id, echoed. */
  readonly id: string;
  readonly productId: string | null;
  readonly bundleId: string | null;
  readonly variationId: string;
  readonly quantity: number;
  readonly offerId: string | null;
  /** The license that the line changes; null or absent: it is a normal purchase. */
  readonly licenseId?: string | null | undefined;
  /** The price that a subscription keeps; absent: that of the catalogue. Only in orders without a cart. */
  readonly agreed?: AgreedPrice | undefined;
  /** The client's own notes, echoed: whether it took a bundle for a partial one, … */
  readonly partial?: boolean | null | undefined;
  /** … and the lines that a bundle replaced. */
  readonly replaced?: readonly unknown[] | null | undefined;
}

export interface OrderRow extends Order {
  /**
   * The day of `updatedAt` in UTC, as in `2026-11-23`. Abandoned carts are found by it, so that the updates of a cart on
   * one day change no index.
   */
  readonly changedOn: string;
  /** The lookup form of the address in the billing details, by which orders without a customer are found. */
  readonly billingEmailKey: string | null;
}

/** A line item of a paid order. */
interface OrderLineRow extends Omit<OrderLine, 'agreed'> {
  readonly accountId: string;
  readonly orderId: string;
  readonly position: number;
  /** The units that were refunded or have a pending refund; the database holds it between 0 and the quantity. */
  readonly refundedQuantity: Generated<number>;
}

/** The content of a payment, as agreed when it began. */
export interface Purchase {
  readonly lines: readonly OrderLine[];
  /** The prices of the lines, and the reductions with their reasons. */
  readonly quote: OrderQuote;
  readonly grants: readonly LicenseGrant[];
  /** The licenses that it changes; absent: none. */
  readonly upgrades?: readonly LineChange[];
  /** The title of each line when it was bought, for receipts. */
  readonly titles: readonly { readonly lineId: string; readonly title: string }[];
  /** The language of the page of the purchase, as a tag such as `de-AT`; documents and mails use it. */
  readonly locale?: string;
  /** The buyer's consent to delivery before the end of the withdrawal period, if they gave one. */
  readonly consent?: DeliveryConsent;
  /** The buyer's consent to later charges; absent where nothing is charged again. */
  readonly recurringConsent?: DeliveryConsent;
  /** The basis of the taxes; absent if none were collected. */
  readonly tax?: PurchaseTax;
}

/** A consent: to immediate delivery, which ends the right of withdrawal, or to later charges. */
interface DeliveryConsent {
  /** The version of the sentence that the buyer agreed to, such as `2026-11`. */
  readonly wording: string;
  /** The sentence, in the language of the page. */
  readonly text: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/**
 * The evidence of the buyer's country, which the law requires to be kept for ten years, and the check of the tax id.
 */
export interface PurchaseTax {
  readonly place: TaxPlace;
  readonly evidence: EvidenceOfCountry;
  readonly taxIdCheck?: TaxIdCheck;
}

/** Licenses that a line item grants. */
export interface LicenseGrant {
  readonly lineId: string;
  readonly productId: string;
  readonly quantity: number;
  /** The validity: forever, or until the end of a billing cycle. */
  readonly recurrence: Recurrence;
  /** The variation in which they are bought, and what it gave when the payment began. */
  readonly variationId: string;
  readonly gives: GivenAccess;
  /** The license in addition to which it is granted, with as many seats; absent: those of the product. */
  readonly besideLicenseId?: string;
}

/** A license that a line item changes, or in addition to which it grants another one. */
export interface LineChange {
  readonly lineId: string;
  readonly licenseId: string;
  readonly kind: 'Upgrade' | 'Renewal';
  /** The product and the variation of the line. */
  readonly productId: string;
  readonly variationId: string;
  /** What it gave when the payment began. */
  readonly gives: GivenAccess;
  readonly keepsLicense: boolean;
  /** The product of the license when the payment began. */
  readonly fromProductId: string;
}

/** The buyer a payment was started for: fulfilment and receipt follow it, no matter who owns the order later. */
export interface Buyer {
  /** Null for a guest, who is identified by the email only. */
  readonly customerId: string | null;
  readonly billing: Billing;
  /** The person who pays for the customer without being signed in as them; for the provider only. */
  readonly payer?: { readonly name: string; readonly email: string };
  /** The checkout link that started the payment; null if the server started it, without the buyer. */
  readonly linkId: string | null;
}

/** The content of one payment of an order: stored when it begins, and fulfilled, once, when it succeeds. */
export interface PurchaseRow {
  readonly accountId: string;
  readonly paymentId: string;
  readonly orderId: string;
  /** Fulfilment uses this and nothing newer. */
  readonly content: Purchase;
  readonly buyer: Buyer;
  /** The lookup form of the guest's email; null where a customer buys. */
  readonly guestEmailKey: string | null;
  /** Whether it completed the order: at most one of an order. */
  readonly isFulfilled: boolean;
  readonly createdAt: Date;
}

/** A product that a completed order granted, for searching orders. */
interface OrderProduct {
  readonly accountId: string;
  readonly orderId: string;
  readonly productId: string;
  /** The order's. */
  readonly createdAt: Date;
}

/** The filter and the page of a list of orders. With a product only completed ones, which granted it. */
export interface OrderFilter extends RowPage {
  readonly customerId?: string | undefined;
  readonly productId?: string | undefined;
  readonly status?: OrderStatus | undefined;
  /** Only those that were placed for this subscription. */
  readonly subscriptionId?: string | undefined;
  /** Only the order with this number, as it is stored. */
  readonly number?: string | undefined;
  /** Only orders with refunds, or only others. */
  readonly isRefunded?: boolean | undefined;
  /** Only orders with money that has to go back. */
  readonly hasUndueMoney?: true | undefined;
  /** Only these orders, which are few. */
  readonly ids?: readonly string[] | undefined;
  /** Also orders without an owner yet. */
  readonly orphanIds?: readonly string[] | undefined;
  readonly createdBefore?: Date | undefined;
  readonly createdAfter?: Date | undefined;
}

/** A refunded line of an order; deleted when the refund has failed. */
export interface OrderRefund {
  readonly accountId: string;
  /** The refund of the payment that paid the order. */
  readonly refundId: string;
  readonly orderId: string;
  readonly lines: readonly LineRefund[];
  /** Whether the refund revokes the licenses of the units. */
  readonly revokesLicenses: boolean;
  /** The money has been refunded, and the order has reacted to it. */
  readonly isEffective: boolean;
}

/** A page of the orders that were paid in a span: from its first moment until before `to`. */
export interface PaidSpan {
  readonly from: Date;
  readonly to: Date;
  readonly after?: { readonly at: Date; readonly id: string } | undefined;
  readonly limit: number;
}

export interface OrderTables {
  orders: OrderRow;
  orderProducts: OrderProduct;
  orderLines: OrderLineRow;
  orderRefunds: OrderRefund;
  purchases: PurchaseRow;
}
