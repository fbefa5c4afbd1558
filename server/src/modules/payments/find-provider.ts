import type { QueryContext } from '../accounts/index.ts';
import type { PaymentProvider } from './provider.ts';
import { DEFAULT_PROVIDER, PROVIDER_INPUT, PROVIDERS } from './providers/index.ts';

/** The provider name of an account or a payment that has none. */
export const NO_PROVIDER = 'none';

/** The names that an account's setting accepts. */
export const PROVIDER_NAMES: readonly string[] = [...PROVIDERS.map(({ name }) => name), NO_PROVIDER];

/** The current payment provider of the account; `undefined` when there is none. */
export async function providerOf(
  ctx: QueryContext,
  providers: readonly PaymentProvider[] = PROVIDERS,
): Promise<PaymentProvider | undefined> {
  const { paymentProvider = DEFAULT_PROVIDER } = ctx.account.settings;
  const provider = providerByName(paymentProvider, providers);
  return provider !== undefined && (await provider.isReady(ctx)) ? provider : undefined;
}

/** Whether the account's provider calculates the taxes of each payment, so that nobody else may add any. */
export async function providerCalculatesTaxes(ctx: QueryContext): Promise<boolean> {
  const provider = await providerOf(ctx);
  return (await provider?.capabilities(ctx))?.taxes === 'Provider';
}

/**
 * Whether `providerCalculatesTaxes` may return true, without reading the connection: for callers that cannot wait. Only
 * providers that accounts connect to have the switch.
 */
export function mayCalculateTaxes({ account }: Pick<QueryContext, 'account'>): boolean {
  const { paymentProvider = DEFAULT_PROVIDER } = account.settings;
  return providerByName(paymentProvider, PROVIDERS)?.connection !== undefined;
}

/** The provider with this name, even if it is not ready: payments that it began are its own. */
export function providerByName(
  name: string,
  providers: readonly PaymentProvider[],
): PaymentProvider | undefined {
  return providers.find((provider) => provider.name === name);
}

/** The provider fields of a checkout's request body. */
export function providerInput(body: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name in PROVIDER_INPUT));
}
