import { createHash } from 'node:crypto';

/** The hash by which a code is stored and looked up. */
export function hashCode(code: string): string {
  return createHash('sha256').update(`coupon/${code}`).digest('base64url');
}
