import type { RowPage } from '../../platform/database/newest-first.ts';
import type { Entitlement } from './domain/entitlement.ts';

/** A buyer's withdrawal from the contract (commerce, Withdrawal). */
export interface Withdrawal {
  readonly accountId: string;
  readonly id: string;
  readonly orderId: string;
  readonly orderNumber: string;
  /** The language of the page, such as `de-AT`. */
  readonly locale: string;
  /** The buyer's own words. */
  readonly statement: string | null;
  /** Whether a line waits for the vendor. */
  readonly isOpen: boolean;
  readonly createdAt: Date;
}

/** A line of an order that a withdrawal is for, as it was when the buyer withdrew. */
export interface WithdrawalLine {
  readonly accountId: string;
  readonly orderId: string;
  readonly lineId: string;
  readonly withdrawalId: string;
  readonly position: number;
  readonly title: string;
  /** The units that were not refunded yet, … */
  readonly quantity: number;
  /** … and what they cost, in minor units of the currency. */
  readonly amountMinor: number;
  readonly currency: string;
  readonly entitlement: Entitlement;
  /** The consent to immediate delivery: when, and in which words. */
  readonly waivedAt: Date | null;
  readonly waivedText: string | null;
  /** When a device was first activated with it. */
  readonly accessedAt: Date | null;
  readonly status: 'Open' | 'Granted' | 'Declined';
  /** The refund that it was granted with; null where nothing was left to refund. */
  readonly refundId: string | null;
  readonly decidedAt: Date | null;
}

/** A withdrawal with its lines. */
export interface WithdrawalView {
  readonly withdrawal: Withdrawal;
  readonly lines: readonly WithdrawalLine[];
}

/** Filter of withdrawals; an absent order filters nothing. */
export interface WithdrawalFilter extends RowPage {
  readonly isOpen: boolean;
  readonly orderId?: string | undefined;
}

export interface WithdrawalTables {
  withdrawals: Withdrawal;
  withdrawalLines: WithdrawalLine;
}
