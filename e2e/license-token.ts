import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import type { Demo, ShopAnswer } from './demo-shop.ts';

/** The claims of a token, after its signature was checked with the public key of the account. */
export function verifiedClaims(demo: Demo, { status, text }: ShopAnswer): Record<string, unknown> {
  assert.equal(status, 200, text);
  const [header = '', payload = '', signature = ''] = text.split('.');
  const key = createPublicKey(demo.publicKeyPem);
  assert(verify('sha256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url')));
  const claims: Record<string, unknown> = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return claims;
}
