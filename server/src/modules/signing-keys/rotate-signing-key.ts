import { recordChange } from '../../platform/database/change-feed.ts';
import type { System } from '../../platform/system.ts';
import { activeKeyFacts, type KeyOwner, KEYS_TOPIC } from './account-keys.ts';
import { insertSigningKey, newSigningKey } from './new-signing-key.ts';
import { deleteRetiredKeyRows, retireKeyRow } from './store.ts';
import type { SigningPurpose } from './tables.ts';

/** What became of a rotation. */
export interface Rotation {
  readonly kid: string;
  readonly retiredKid: string;
}

/**
 * Gives an account a new key for a purpose, of the same algorithm. The one before signs no more and still verifies
 * what it signed, until `dropRetiredKeys`. Of several rotations at once one happens; the others give `undefined`.
 */
export async function rotateSigningKey(
  system: System,
  account: KeyOwner,
  purpose: SigningPurpose,
): Promise<Rotation | undefined> {
  const active = await activeKeyFacts(system, account, purpose);
  const key = await newSigningKey(system, account, purpose, active.algorithm);
  return system.database.transaction(async (tx) => {
    const isRetired = await retireKeyRow(tx, account.id, active.kid, system.clock.now());
    if (!isRetired) return undefined;
    await insertSigningKey(system, tx, key);
    return { kid: key.row.id, retiredKid: active.kid };
  });
}

/**
 * Deletes the keys of a purpose that were retired before a moment: what they signed counts no more. Returns how many
 * there were.
 */
export async function dropRetiredKeys(
  system: System,
  account: KeyOwner,
  purpose: SigningPurpose,
  retiredBefore: Date,
): Promise<number> {
  return system.database.transaction(async (tx) => {
    const dropped = await deleteRetiredKeyRows(tx, account.id, purpose, retiredBefore);
    if (dropped > 0) await recordChange(tx, account.id, KEYS_TOPIC);
    return dropped;
  });
}
