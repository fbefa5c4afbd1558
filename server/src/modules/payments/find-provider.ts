import type { AccountContext } from '../accounts/index.ts';
import type { PaymentProvider } from './provider.ts';
import { PROVIDER_INPUT, PROVIDERS } from './providers/index.ts';

/** Says, as the provider of an account or of a payment, that there is none. */
export const NO_PROVIDER = 'none';

/** What an account's setting may name. */
export const PROVIDER_NAMES: readonly string[] = [...PROVIDERS.map(({ name }) => name), NO_PROVIDER];

/** Who takes the payments of the account now; `undefined` when nobody does. */
export function providerOf(
  ctx: AccountContext,
  providers: readonly PaymentProvider[] = PROVIDERS,
): PaymentProvider | undefined {
  const provider = providerByName(ctx.account.settings.paymentProvider, providers);
  return provider?.isReady(ctx) === true ? provider : undefined;
}

/** The provider of that name, whether it is ready or not: payments that it began are its own. */
export function providerByName(
  name: string,
  providers: readonly PaymentProvider[],
): PaymentProvider | undefined {
  return providers.find((provider) => provider.name === name);
}

/** What is wrong with settings that name a provider, as field → messages; `{}` when nothing is. */
export function providerSettingErrors(settings: object): Record<string, string[]> {
  const name = 'paymentProvider' in settings ? settings.paymentProvider : undefined;
  if (typeof name !== 'string' || PROVIDER_NAMES.includes(name)) return {};
  return { paymentProvider: [`must be one of ${PROVIDER_NAMES.join(', ')}`] };
}

/** What a checkout sent for providers, of all that it sent. */
export function providerInput(body: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name in PROVIDER_INPUT));
}
