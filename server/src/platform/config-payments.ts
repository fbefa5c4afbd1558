import { isLoopbackHost } from './http/network/loopback.ts';

/** A server that replaces the payment provider. */
export interface StripeApi {
  /** `http://127.0.0.1:4300` */
  readonly url: string;
  /** How long one request may take; absent: as long as with the provider itself. */
  readonly requestMs?: number;
}

const STRIPE_API_URL = 'LATCHKEY_STRIPE_API_URL';

/**
 * The issue with the address of a stand-in. A stand-in makes payments worthless, so it is for development on one
 * machine only.
 */
export function stripeApiIssue(url: string, hasDevFeatures: boolean): string | undefined {
  if (!hasDevFeatures) return `${STRIPE_API_URL} is for development only`;
  if (isLoopbackHost(new URL(url).host)) return undefined;
  return `${STRIPE_API_URL} must be an address of this machine, such as http://127.0.0.1:4300`;
}
