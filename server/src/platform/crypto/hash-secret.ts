import { createHash } from 'node:crypto';

/** The stored form of a secret of 256 random bits: its SHA-256, which cannot be reversed. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
