import type { RowPage } from '../../platform/database/newest-first.ts';
import type { CouponMilestone } from '../catalog/index.ts';
import type { Billing, ChargeFault } from '../orders/index.ts';
import type { OrderQuote, RecurringPrice } from '../pricing/index.ts';
import type { CycleLength } from './domain/calendar.ts';
import type { PaymentStanding, Standing, SubscriptionStatus } from './domain/schedule.ts';

/** A rule of subscriptions, or of the money and documents of all orders, that is broken: what is never to happen. */
export type Violation =
  | 'Gap'
  | 'Numbers'
  | 'OpenWithoutOrder'
  | 'PaidWithoutPayment'
  | 'PaymentWithoutPeriod'
  | 'RenewalAfterEnd'
  | 'ChargedTwice'
  | 'ChargeAfterEnd'
  | 'ChargeInDispute'
  | 'ErasedRuns'
  | 'PaidUntil'
  | 'LicenseEnd'
  | 'LicenseBeyond'
  | 'NotDue'
  | 'Grace'
  | 'MergedRuns'
  | 'MergedCycles'
  | 'OrderPayment'
  | 'Refunds'
  | 'DocumentGap';

/** What the last nightly check has found broken. */
export interface ViolationRow {
  readonly accountId: string;
  readonly violation: Violation;
  /** What breaks the rule: a subscription, an order, a license, or the prefix of a series of documents. */
  readonly subject: string;
  /** Null: it belongs to none. */
  readonly subscriptionId: string | null;
  readonly foundAt: Date;
}

/** The amounts of one renewal, in minor units. */
export type RenewalTotal = OrderQuote['total'] & {
  /** Without taxes, whether they are added or part of the price; absent in older rows. */
  readonly netMinor?: number | undefined;
};

/**
 * Why a renewal is held: it is overdue, or the clock of the server has jumped; every license is revoked; a payment is
 * disputed; the store is closed; its paid cycles count for another one. Or it cannot be charged by a fault that only the
 * vendor can mend: see `ShopFault`.
 */
export type HoldReason =
  | 'Overdue'
  | 'ClockJump'
  | 'Unlicensed'
  | 'Disputed'
  | 'Closed'
  | 'Merged'
  | RenewalFault;

/** A fault of the shop because of which a renewal is held, or of its payment provider. */
export type RenewalFault = ChargeFault | 'Provider';

/** A fault of the shop that holds an open renewal: times of ISO 8601. */
export interface HoldingFault {
  readonly reason: RenewalFault;
  /** The first try that failed by it. */
  readonly since: string;
  /** The last one. */
  readonly at: string;
}

/** Another plan that is agreed and has not begun. */
export interface NextPlan {
  /** The order that begins it at once, when it is paid; null: it begins with the next renewal. */
  readonly orderId: string | null;
  /** Until when it can be paid; absent: it begins with the next renewal, or an older server has agreed. */
  readonly payBy?: string | undefined;
  /** The end of the paid period when it was agreed: its amounts hold for no other. */
  readonly paidUntil: string;
  readonly variationId: string;
  readonly quantity: number;
  readonly cycleLength: CycleLength;
  /** Null: only the quantity changes, and the price of a unit stays. */
  readonly price: RecurringPrice | null;
  readonly ownAfterCycles: number | null;
  readonly payoffBasisPoints?: number | undefined;
  readonly canPause?: boolean | undefined;
  readonly fallbackAfterCycles?: number | null | undefined;
  readonly milestones?: readonly CouponMilestone[] | undefined;
  /** What is due for it at once, in minor units, with taxes. */
  readonly dueMinor?: number | undefined;
}

/** What the return of an order's money has cut off: moments as times of ISO 8601. */
export interface Cut {
  readonly orderId: string;
  /** Its refunds, of which any may fail; absent in older rows. */
  readonly refundIds?: readonly string[] | undefined;
  /** What it becomes again. */
  readonly status: 'Active' | 'Cancelled';
  readonly paidUntil: string;
  readonly expiresAt: string;
  readonly periods: readonly (Pick<Period, 'number' | 'state' | 'reason'> & {
    readonly startsAt: string;
    readonly endsAt: string;
  })[];
}

/** What a refund has taken off a subscription, until it fails. */
export interface UnitReturn {
  readonly refundId: string;
  /** The units whose licenses go back, … */
  readonly units: number;
  /** … and by how many the subscription has become smaller: by none where all units go back. */
  readonly fewer: number;
  /** By how many units less a period is paid for; null: by none. */
  readonly paid: { readonly period: number; readonly units: number } | null;
}

/** A recurring sale. Exactly one of `productId` and `bundleId` is set. */
export interface Subscription extends Standing {
  readonly accountId: string;
  readonly id: string;
  readonly customerId: string;
  /** The address that must be proven before the customer can use it. */
  readonly awaitsEmailKey: string | null;
  /** The order, and its line, that began it. */
  readonly orderId: string;
  readonly lineId: string;
  readonly productId: string | null;
  readonly bundleId: string | null;
  readonly variationId: string;
  readonly quantity: number;
  /** How many of them begin with the next renewal that is paid: they have no licenses until then. */
  readonly unitsToGrant: number;
  readonly cycleLength: CycleLength;
  readonly currency: string;
  readonly price: RecurringPrice;
  /** Of the next renewal, with the taxes of the last order. */
  readonly total: RenewalTotal;
  /** The local moment from which periods are counted, … */
  readonly anchorDate: string;
  readonly anchorTime: string;
  readonly anchorZone: string;
  /** … and the number of the period that begins there. */
  readonly anchorNumber: number;
  readonly startedAt: Date;
  readonly renewedAt: Date | null;
  /** The failed charges of the open period. */
  readonly attempts: number;
  /** Why it is held; null unless it is. */
  readonly holdReason: HoldReason | null;
  /** What of the shop has kept its open renewal from being charged; null or absent: nothing. */
  readonly fault?: HoldingFault | null | undefined;
  /** Why the last charge failed, in a sentence for the buyer. */
  readonly failure: string | null;
  readonly cancelledAt: Date | null;
  /** The free days that it began with; 0 where they had been used before, null without any. */
  readonly freeDays: number | null;
  /** After how many paid cycles its licenses never end; null: never. */
  readonly ownAfterCycles: number | null;
  /** The share off what is left, in basis points, for paying it at once; null: none. */
  readonly payoffBasisPoints: number | null;
  /** Whether its customer can pause it; null for those that began before that was possible: no. */
  readonly canPause: boolean | null;
  /** From which period on payments are counted, for deductions that hold for some of them. */
  readonly cyclesFrom: number;
  /** From which period on paid cycles count for what its plan promises; null: the same. */
  readonly earnsFrom: number | null;
  /** The plan that it changes to; null: none. */
  readonly nextPlan: NextPlan | null;
  /** The price of one unit that was announced to its customer, in minor units, and from which day on it counts. */
  readonly nextPriceMinor: number | null;
  readonly nextPriceFrom: Date | null;
  /** The mail that has announced it; null: none that counts. */
  readonly nextPriceMailId: string | null;
  /** The price and the day that it named. An older server that announces another one does not change them. */
  readonly nextPriceMailMinor: number | null;
  readonly nextPriceMailFrom: Date | null;
  /** When the mail server took that mail, as far as this was looked up; … */
  readonly nextPriceSentAt: Date | null;
  /** … and when it turned out that the mail cannot be delivered. */
  readonly nextPriceFailedAt: Date | null;
  /** The subscription that it was merged into; null or absent: none. */
  readonly mergedInto?: string | null | undefined;
  /** How many of its paid cycles count there. */
  readonly mergedCycles?: number | null | undefined;
  /** The rule that the last nightly check has found broken; null or absent: none. */
  readonly violation?: Violation | null | undefined;
  /** What ended with the return of its money, while that may still fail; null: nothing. */
  readonly cut: Cut | null;
  /** What refunds of its units have taken off it; null or absent: nothing. */
  readonly unitReturns?: readonly UnitReturn[] | null | undefined;
  /** The saved method that renewals are charged to; null: the buyer pays each of them. */
  readonly methodId: string | null;
  /** The buyer's details at the last payment; a customer's own come first. */
  readonly billing: Billing;
  /** The language of its mails, as a tag such as `de-AT`. */
  readonly locale: string | null;
  /** The vendor's own id of one that ran elsewhere; null or absent for one that was bought here. */
  readonly externalId?: string | null | undefined;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** `Skipped`: it passed without a payment, and its access was given. `Void`: it has neither. */
export type PeriodState = 'Open' | 'Paid' | 'Skipped' | 'Void';

/** A span of a subscription: they follow each other without gap or overlap. */
export interface Period {
  readonly accountId: string;
  readonly subscriptionId: string;
  /** From 1. */
  readonly number: number;
  /** Inclusive; … */
  readonly startsAt: Date;
  /** … exclusive. */
  readonly endsAt: Date;
  readonly state: PeriodState;
  /** Why it is skipped or void. */
  readonly reason: string | null;
  /** The order that pays for it. */
  readonly orderId: string | null;
  /** How many units it is paid for; null or absent, as in older rows: all that the subscription has. */
  readonly units?: number | null | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A coupon, of which the customer of a subscription gets a code once as many cycles of a plan are paid. */
export interface Milestone {
  readonly accountId: string;
  readonly subscriptionId: string;
  /** The plan that promised it. */
  readonly variationId: string;
  readonly afterCycles: number;
  readonly couponId: string;
  /** Plain text for the customer. */
  readonly message: string | null;
  /** The code that the customer got; null: not yet. */
  readonly codeId: string | null;
  readonly reachedAt: Date | null;
}

/**
 * `New`: a subscription brings money for the first time. `Reactivation`: it does again, after its end. `Expansion` and
 * `Contraction`: it brings more, or less. `Churn`: it brings nothing any more.
 */
export type RevenueMovement = 'New' | 'Expansion' | 'Contraction' | 'Reactivation' | 'Churn';

/** A change of what a subscription brings each month; its changes are numbered, and add up to what it brings now. */
export interface RevenueChange {
  readonly accountId: string;
  readonly subscriptionId: string;
  /** From 1. */
  readonly number: number;
  readonly at: Date;
  readonly movement: RevenueMovement;
  readonly currency: string;
  /** The product or the bundle. */
  readonly itemId: string;
  /** Whether it was bought with a payment that moved no money. */
  readonly isTest: boolean;
  /** What it brought each month, and brings now, in minor units: see `monthlyRevenue`. */
  readonly beforeMinor: number;
  readonly afterMinor: number;
}

/** The filter and the page of a list of subscriptions. */
export interface SubscriptionFilter extends RowPage {
  readonly customerId?: string | undefined;
  readonly productId?: string | undefined;
  readonly status?: SubscriptionStatus | undefined;
  readonly paymentState?: PaymentStanding | undefined;
  readonly isBroken?: boolean | undefined;
  readonly dueBefore?: Date | undefined;
  readonly dueAfter?: Date | undefined;
}

export interface SubscriptionTables {
  subscriptions: Subscription;
  subscriptionPeriods: Period;
  subscriptionMilestones: Milestone;
  violations: ViolationRow;
  revenueChanges: RevenueChange;
}
