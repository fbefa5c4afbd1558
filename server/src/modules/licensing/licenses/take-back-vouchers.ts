import type { CommandTx } from '../../accounts/index.ts';
import { groupsOfEvents, recordLicensingEvent } from '../events.ts';
import { type ChangedLicense, resume, suspend } from '../store/suspensions.ts';
import { lockVoucherLicenses } from '../store/voucher-licenses.ts';

/**
 * Revokes the licenses that the vouchers of a batch granted, or restores those that were revoked with it; those with
 * another reason for their revocation stay revoked. It changes up to `limit` licenses, and returns whether there are
 * more. The caller holds the lock of the batch.
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
    for (const license of groupsOfEvents(group)) recordChange(tx, first, license);
  }
}

function recordChange(
  tx: CommandTx,
  { customerId: customer, productId: product, status, revocationReason: reason }: ChangedLicense,
  license: readonly string[],
): void {
  if (status === 'Active')
    return recordLicensingEvent(tx, {
      type: 'license.restored',
      subjects: { license, customer, product, order: null },
      data: {},
    });
  recordLicensingEvent(tx, {
    type: 'license.revoked',
    subjects: { license, customer, order: null },
    data: { quantity: license.length, reason },
  });
}
