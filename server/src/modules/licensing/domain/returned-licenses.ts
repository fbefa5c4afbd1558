/** A license of an order line, for the choice of those to revoke. */
export interface ReturnableLicense {
  readonly id: string;
  readonly status: 'Active' | 'Revoked';
  readonly revocationReason: 'Refund' | 'Dispute' | 'Voucher' | null;
  readonly activeActivations: number;
  /** Somebody paid for a change of it, too. */
  readonly isUpgraded: boolean;
  readonly orderOrdinal: number | null;
  readonly subscriptionId: string | null;
  /** Nobody has paid for it. */
  readonly isFree: boolean;
}

/**
 * The licenses of one product of an order line to revoke with `quantity` more of its units, when `returnedInAll`
 * units have been returned including them: those that a subscription pays for first, not those that it has given up; then
 * not those that the buyer keeps after an earlier refund, if there are others; of these those without paid changes first, of
 * these those without devices, and of these the newest. Licenses that are already revoked count first, so that buyers keep
 * what they have paid for; those that a dispute has suspended are taken back permanently.
 */
export function licensesToTakeBack<License extends ReturnableLicense>(
  licenses: readonly License[],
  { quantity, returnedInAll }: { readonly quantity: number; readonly returnedInAll: number },
): License[] {
  const revoked = licenses.filter(
    ({ status, revocationReason }) => status === 'Revoked' && revocationReason !== 'Dispute',
  );
  const missing = Math.max(0, Math.min(quantity, returnedInAll - revoked.length));
  return licenses
    .filter(({ status, revocationReason }) => status === 'Active' || revocationReason === 'Dispute')
    .toSorted(leastMissed)
    .slice(0, missing);
}

/**
 * The reverse: the licenses to restore with `quantity` units whose refund failed, when `returnedInAll` units remain
 * returned. The last ones taken are the first to be restored.
 */
export function licensesToGiveBack<License extends ReturnableLicense>(
  licenses: readonly License[],
  { quantity, returnedInAll }: { readonly quantity: number; readonly returnedInAll: number },
): License[] {
  const returned = licenses.filter(({ revocationReason }) => revocationReason === 'Refund');
  const revokedByVendor = licenses.filter(
    ({ status, revocationReason }) => status === 'Revoked' && revocationReason === null,
  );
  const due = Math.max(0, returnedInAll - revokedByVendor.length);
  return returned
    .toSorted((a, b) => leastMissed(b, a))
    .slice(0, Math.max(0, Math.min(quantity, returned.length - due)));
}

/**
 * The licenses that somebody has not paid for, once `quantity` units were refunded and their buyer keeps the licenses:
 * in the order in which they would be taken back. Those of subscriptions follow the payments of these.
 */
export function licensesKept<License extends ReturnableLicense>(
  licenses: readonly License[],
  { quantity }: { readonly quantity: number },
): License[] {
  return licenses
    .filter(({ status, isFree, subscriptionId }) => status === 'Active' && !isFree && subscriptionId === null)
    .toSorted(leastMissed)
    .slice(0, quantity);
}

/** The reverse, when the refund failed. */
export function licensesPaidAgain<License extends ReturnableLicense>(
  licenses: readonly License[],
  { quantity }: { readonly quantity: number },
): License[] {
  return licenses.filter(({ isFree }) => isFree).slice(0, quantity);
}

function leastMissed(a: ReturnableLicense, b: ReturnableLicense): number {
  return (
    Number(a.subscriptionId === null) - Number(b.subscriptionId === null) ||
    Number(a.isFree) - Number(b.isFree) ||
    Number(a.isUpgraded) - Number(b.isUpgraded) ||
    Number(a.activeActivations > 0) - Number(b.activeActivations > 0) ||
    (b.orderOrdinal ?? 0) - (a.orderOrdinal ?? 0)
  );
}
