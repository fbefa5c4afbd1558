import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a caller presents the secret; the duration of the comparison reveals nothing about either. */
export function isSameSecret(candidate: string, secret: string): boolean {
  return timingSafeEqual(digestOf(candidate), digestOf(secret));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
