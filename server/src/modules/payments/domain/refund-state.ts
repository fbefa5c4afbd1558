/**
 * The status of a refund. `Pending`: it is not certain yet whether the money will be returned; it is reserved.
 * `Succeeded`: it was returned, or certainly will be. `Failed`: it was not, or the buyer's bank sent it back.
 */
export type RefundStatus = 'Pending' | 'Succeeded' | 'Failed';

/**
 * The status of a dispute. `Open`: the bank has not decided, and holds the money. `Won`: the vendor keeps the money.
 * `Lost`: the buyer has it.
 */
export type DisputeStatus = 'Open' | 'Won' | 'Lost';

/**
 * All allowed changes of a refund. A bank can send back the money of one that succeeded; a failed one is final, and the
 * vendor makes another.
 */
const REFUND_CHANGES: Readonly<Record<RefundStatus, readonly RefundStatus[]>> = {
  Pending: ['Succeeded', 'Failed'],
  Succeeded: ['Failed'],
  Failed: [],
};

/** All allowed changes of a dispute. A bank can revise its decision, on an appeal for the vendor. */
const DISPUTE_CHANGES: Readonly<Record<DisputeStatus, readonly DisputeStatus[]>> = {
  Open: ['Won', 'Lost'],
  Won: ['Lost'],
  Lost: ['Won'],
};

/** The status of a refund after a report of its provider. Reports may be repeated, late and out of order. */
export function refundStatusAfter(status: RefundStatus, report: RefundStatus): RefundStatus {
  return REFUND_CHANGES[status].includes(report) ? report : status;
}

/** The same for a dispute. */
export function disputeStatusAfter(status: DisputeStatus, report: DisputeStatus): DisputeStatus {
  return DISPUTE_CHANGES[status].includes(report) ? report : status;
}

/**
 * Whether disputes of a payment take away what it bought: those that are open or lost, unless the provider handles
 * them.
 */
export function suspendsPurchase(
  disputes: readonly { readonly status: DisputeStatus; readonly handledBy: 'Vendor' | 'Provider' }[],
): boolean {
  return disputes.some(({ status, handledBy }) => status !== 'Won' && handledBy === 'Vendor');
}
