import { createHash } from 'node:crypto';

/** What is stored of a secret of 256 random bits: SHA-256, which nobody can search backwards. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
