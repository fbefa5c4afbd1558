import type { CommandTx } from '../../accounts/index.ts';
import { endFallback, type FallbackLicenses, startFallback } from '../store/fallback-licenses.ts';
import { recordUpdates } from './record-updates.ts';
import { addChangesTo } from './upgrade-license.ts';

/**
 * Lets the licenses of a subscription that have earned it keep working without an end, with what was published until
 * `updatesUntil` (policies, section 1), and with what was bought for them before, inside the caller's transaction. Licenses with
 * limits of their own stay as they are.
 */
export async function keepFallback(tx: CommandTx, fallback: FallbackLicenses): Promise<void> {
  const licenses = await startFallback(tx, tx.account.id, fallback);
  recordUpdates(tx, licenses, { fields: ['expiresAt', 'updatesUntil'] });
  await addChangesTo(
    tx,
    licenses.map(({ id }) => id),
    fallback.updatesUntil,
  );
}

/**
 * Undoes `keepFallback`: these licenses cover every version again, until `expiresAt`, also those that were upgraded meanwhile.
 * Those whose limits the vendor has changed, or that are for another product by now, stay as they are.
 */
export async function leaveFallback(
  tx: CommandTx,
  fallback: Pick<FallbackLicenses, 'subscriptionId' | 'updatesUntil'> & { readonly expiresAt: Date },
): Promise<void> {
  const licenses = await endFallback(tx, tx.account.id, fallback);
  recordUpdates(tx, licenses, { fields: ['expiresAt', 'updatesUntil'] });
}
