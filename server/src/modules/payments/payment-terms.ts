import type { QueryContext } from '../accounts/index.ts';
import { providerByName } from './find-provider.ts';
import type { PaymentProvider } from './provider.ts';
import { PROVIDERS } from './providers/index.ts';
import type { Payment, PaymentTerms } from './tables.ts';

/**
 * Who sells and who issues the documents of a payment: what held when it began. A payment without terms, of before they were
 * stored, has those of today; `undefined` if nothing was due or its provider does not exist.
 */
export async function termsOfPayment(
  ctx: QueryContext,
  { provider, terms }: Pick<Payment, 'provider' | 'terms'>,
  providers: readonly PaymentProvider[] = PROVIDERS,
): Promise<PaymentTerms | undefined> {
  return terms ?? providerByName(provider, providers)?.capabilities(ctx);
}
