import { generateKeyPair, type SigningAlgorithm } from '../../platform/crypto/key-pairs.ts';
import { recordChange } from '../../platform/database/record-change.ts';
import { type KeyCommandTx, type KeyContext, KEYS_TOPIC, rowName } from './account-keys.ts';
import { insertSigningKeyRow } from './store.ts';
import type { SigningKeyRow, SigningPurpose } from './tables.ts';

/** A key pair that is generated and sealed, but not stored yet. */
interface NewSigningKey {
  readonly row: SigningKeyRow;
}

/** Creates a key pair and encrypts its private key for `owner`. It is slow: call it outside transactions. */
export async function newSigningKey(
  ctx: KeyContext,
  purpose: SigningPurpose,
  algorithm: SigningAlgorithm,
): Promise<NewSigningKey> {
  const pair = await generateKeyPair(algorithm);
  return {
    row: {
      accountId: ctx.account.id,
      id: pair.kid,
      purpose,
      algorithm,
      publicPem: pair.publicKeyPem,
      privateSealed: ctx.vault.seal(ctx.account, rowName(pair.kid), pair.privateKeyPem),
      status: 'Active',
      createdAt: ctx.clock.now(),
      retiredAt: null,
    },
  };
}

/**
 * Stores a key as the active one of its purpose. Fails on the unique index when the account has an active key of
 * this purpose already.
 */
export async function insertSigningKey(tx: KeyCommandTx, { row }: NewSigningKey): Promise<void> {
  await insertSigningKeyRow(tx, { ...row, createdAt: tx.clock.now() });
  await recordChange(tx, row.accountId, KEYS_TOPIC);
}
