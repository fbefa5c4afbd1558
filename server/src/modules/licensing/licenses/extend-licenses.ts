import type { CommandTx } from '../../accounts/index.ts';
import { type LicenseEnds, type LicenseGroup, setLicenseEnds } from '../store/licenses.ts';
import { recordUpdates } from './record-updates.ts';

/**
 * Moves the end of the licenses of an order or of a subscription to a later time, inside the caller's transaction: their
 * tokens follow on the next validation. Licenses that are perpetual or end later stay unchanged, so that a repetition
 * changes nothing; revoked ones are extended, too, and stay revoked. Returns the number of extended licenses.
 */
export function extendLicenses(tx: CommandTx, group: LicenseGroup, expiresAt: Date): Promise<number> {
  return moveEnds(tx, group, { expiresAt, those: 'Earlier' });
}

/**
 * Moves the end of the licenses of an order or of a subscription that end later to a time, inside the caller's
 * transaction: the vendor has ended what they belong to. Perpetual ones stay. Returns the number of changed licenses.
 */
export function endLicenses(tx: CommandTx, group: LicenseGroup, expiresAt: Date): Promise<number> {
  return moveEnds(tx, group, { expiresAt, those: 'Later' });
}

/**
 * Makes the licenses of an order or of a subscription perpetual, inside the caller's transaction: they are paid in full.
 * Returns the number of changed licenses.
 */
export function makePerpetual(tx: CommandTx, group: LicenseGroup): Promise<number> {
  return moveEnds(tx, group, { expiresAt: null });
}

async function moveEnds(tx: CommandTx, group: LicenseGroup, ends: LicenseEnds): Promise<number> {
  const licenses = await setLicenseEnds(tx, tx.account.id, group, ends);
  const isEnded = 'those' in ends && ends.those === 'Later';
  recordUpdates(tx, licenses, { fields: ['expiresAt'], ...(isEnded && { reason: 'Ended' }) });
  return licenses.length;
}
