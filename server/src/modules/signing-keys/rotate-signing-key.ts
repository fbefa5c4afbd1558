import { transaction } from '../../platform/context/context.ts';
import { recordChange } from '../../platform/database/record-change.ts';
import { activeKeyFacts, type KeyContext, KEYS_TOPIC } from './account-keys.ts';
import { recordSigningKeyEvent } from './events.ts';
import { insertSigningKey, newSigningKey } from './new-signing-key.ts';
import { deleteRetiredKeyRows, retireKeyRow } from './store.ts';
import type { SigningPurpose } from './tables.ts';

/** The result of a rotation. */
export interface Rotation {
  readonly kid: string;
  readonly retiredKid: string;
}

/**
 * Creates a new key of an account for a purpose, with the same algorithm. The previous one no longer signs but still
 * verifies, until `dropRetiredKeys`. Of several concurrent rotations one happens; the others return `undefined`.
 */
export async function rotateSigningKey(
  ctx: KeyContext,
  purpose: SigningPurpose,
): Promise<Rotation | undefined> {
  const active = await activeKeyFacts(ctx, purpose);
  const key = await newSigningKey(ctx, purpose, active.algorithm);
  return transaction(ctx, async (tx) => {
    const isRetired = await retireKeyRow(tx, ctx.account.id, active.kid, ctx.clock.now());
    if (!isRetired) return undefined;
    await insertSigningKey(tx, key);
    recordSigningKeyEvent(tx, {
      type: 'signing-key.rotated',
      subjects: { signingKey: key.row.id },
      data: { purpose, isActive: true },
    });
    return { kid: key.row.id, retiredKid: active.kid };
  });
}

/**
 * Deletes the keys of a purpose that were retired before a time: their signatures are no longer valid. Returns the
 * number of deleted keys.
 */
export async function dropRetiredKeys(
  ctx: KeyContext,
  purpose: SigningPurpose,
  retiredBefore: Date,
): Promise<number> {
  return transaction(ctx, async (tx) => {
    const dropped = await deleteRetiredKeyRows(tx, ctx.account.id, purpose, retiredBefore);
    if (dropped > 0) await recordChange(tx, ctx.account.id, KEYS_TOPIC);
    return dropped;
  });
}
