import type { Context } from '../accounts/index.ts';
import { type ChargeTerms, chargeTerms } from '../orders/index.ts';
import type { Subscription } from './tables.ts';

/** The terms of a charge of a subscription's renewal, outside of its transaction. */
export function renewalTerms(
  ctx: Context,
  { customerId, awaitsEmailKey, billing }: Subscription,
): Promise<ChargeTerms> {
  return chargeTerms(ctx, { customerId: awaitsEmailKey === null ? customerId : null, stated: billing });
}
