import type { QueryContext } from '../accounts/index.ts';
import { providerByName } from './find-provider.ts';
import type { PaymentProvider } from './provider.ts';
import { PROVIDERS } from './providers/index.ts';
import type { Payment, PaymentTerms } from './tables.ts';

/**
 * The seller and the issuer of a payment's documents at the time it began. A payment older than stored terms has the
 * current ones; `undefined` if no payment was due or its provider does not exist.
 */
export async function termsOfPayment(
  ctx: QueryContext,
  { provider, terms }: Pick<Payment, 'provider' | 'terms'>,
  providers: readonly PaymentProvider[] = PROVIDERS,
): Promise<PaymentTerms | undefined> {
  return terms ?? providerByName(provider, providers)?.capabilities(ctx);
}
