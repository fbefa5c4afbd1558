import type { CommandTx } from '../../accounts/index.ts';
import { listLicenses } from '../../licensing/index.ts';
import type { Subscription } from '../tables.ts';

const ENOUGH_LICENSES = 100;

/**
 * Whether a renewal may be opened: nothing is due for a closed store, nor while every license is revoked or suspended,
 * for a refund, a dispute, or by the vendor.
 */
export async function mayRenew(tx: CommandTx, { id }: Subscription): Promise<boolean> {
  if (tx.account.closure !== null) return false;
  const licenses = await listLicenses(tx, { subscriptionId: id, limit: ENOUGH_LICENSES });
  return licenses.some(({ status }) => status === 'Active');
}
