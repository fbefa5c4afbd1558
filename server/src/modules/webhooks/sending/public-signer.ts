import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Account } from '../../accounts/index.ts';

/** The account's key of webhooks that need no shared secret (Standard Webhooks, `v1a`). */
export interface PublicSigner {
  readonly privateKey: KeyObject;
  /** The public key as receivers enter it: `whpk_` and base64. */
  readonly publicKey: string;
}

/** What precedes the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const KEY_BYTES = 32;

/** The key follows from the account's data key, so it moves with the account and never changes. */
export function publicSigner(vault: Vault, account: Account): PublicSigner {
  const seed = Buffer.from(vault.lookupKey(account, 'webhooks/ed25519', ''), 'base64url');
  const key = Buffer.concat([PKCS8_PREFIX, seed]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { privateKey, publicKey: `whpk_${spki.subarray(-KEY_BYTES).toString('base64')}` };
}
