/** A license of an order line, for the choice of those that are taken back. */
export interface ReturnableLicense {
  readonly id: string;
  readonly status: 'Active' | 'Revoked';
  readonly revocationReason: 'Refund' | 'Dispute' | null;
  readonly activeActivations: number;
  readonly orderOrdinal: number | null;
}

/**
 * The licenses of one product of an order line that go back with `quantity` more of its units, when `returnedInAll` units
 * have gone back with them: those without devices first, and of these the newest. Licenses that are revoked already count
 * first, so that buyers keep what they have paid for; those that a dispute has suspended are taken back for good.
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
 * The reverse: the licenses that are given back with `quantity` units whose money came back, when `returnedInAll` units
 * remain returned. The last to be taken are the first to return.
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

function leastMissed(a: ReturnableLicense, b: ReturnableLicense): number {
  return (
    Number(a.activeActivations > 0) - Number(b.activeActivations > 0) ||
    (b.orderOrdinal ?? 0) - (a.orderOrdinal ?? 0)
  );
}
