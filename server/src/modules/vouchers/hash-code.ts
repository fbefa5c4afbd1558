import { createHash } from 'node:crypto';

/** The hash by which a code is stored and looked up. A code has too many bits to be guessed from its hash. */
export function hashCode(code: string): string {
  return createHash('sha256').update(`voucher/${code}`).digest('base64url');
}
