import type { CommandTx } from '../../accounts/index.ts';
import { MAX_LICENSES_OF_EVENT, recordLicensingEvent } from '../events.ts';
import { type ChangedLicense, resume, suspend } from '../store/suspensions.ts';
import { lockVoucherLicenses } from '../store/voucher-licenses.ts';

/**
 * Revokes the licenses that the vouchers of a batch granted, or restores those that were revoked with it; those with
 * another reason for their revocation stay revoked. It changes up to `limit` licenses, and returns whether there are more.
 * The caller holds the lock of the batch.
 */
export async function takeBackVoucherLicenses(
  tx: CommandTx,
  batchId: string,
  { isRevoked, limit }: { readonly isRevoked: boolean; readonly limit: number },
): Promise<boolean> {
  const ids = await lockVoucherLicenses(tx, tx.account.id, batchId, { isRevoked: !isRevoked, limit });
  const change = { reason: 'Voucher', now: tx.clock.now() } as const;
  const changed = isRevoked
    ? await suspend(tx, tx.account.id, ids, change)
    : await resume(tx, tx.account.id, ids, change.reason);
  recordChanges(tx, changed);
  return ids.length === limit;
}

function recordChanges(tx: CommandTx, licenses: readonly ChangedLicense[]): void {
  const groups = Map.groupBy(licenses, ({ customerId, productId, status }) =>
    [customerId, productId, status].join(' '),
  );
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const license = group.slice(0, MAX_LICENSES_OF_EVENT).map(({ id }) => id);
    const { customerId: customer, productId: product } = first;
    const subjects = { license, customer, product, order: null };
    if (first.status === 'Active') recordLicensingEvent(tx, { type: 'license.restored', subjects, data: {} });
    else {
      const data = { quantity: group.length, reason: first.revocationReason };
      recordLicensingEvent(tx, {
        type: 'license.revoked',
        subjects: { license, customer, order: null },
        data,
      });
    }
  }
}
