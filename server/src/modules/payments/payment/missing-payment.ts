import type { Context } from '../../accounts/index.ts';
import { providerByName } from '../find-provider.ts';
import type { PaymentParties } from '../payable.ts';
import { PROVIDERS } from '../providers/index.ts';
import type { Payment } from '../tables.ts';

/** The time for which a provider is asked again for a payment that it does not have. */
const MISSING_MS = 24 * 3_600_000;

/**
 * Whether a payment that its provider does not have will never be there again: it is still missing a day after `since`,
 * and the account is certainly connected to the provider account in which the payment began.
 */
export async function isGone(
  ctx: Context,
  { provider, terms }: Pick<Payment, 'provider' | 'terms'>,
  since: Date,
  { providers = PROVIDERS }: PaymentParties,
): Promise<boolean> {
  if (ctx.clock.now().getTime() < since.getTime() + MISSING_MS) return false;
  const capabilities = await providerByName(provider, providers)?.capabilities(ctx);
  const connectionId = terms?.connectionId;
  return connectionId !== undefined && connectionId === capabilities?.connectionId;
}
