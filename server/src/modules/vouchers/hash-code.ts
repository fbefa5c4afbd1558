import { createHash } from 'node:crypto';

/** What a code is stored and found by. It has too many bits to be guessed from its hash. */
export function hashCode(code: string): string {
  return createHash('sha256').update(`voucher/${code}`).digest('base64url');
}
