import type { AccountContext, QueryContext } from '../accounts/index.ts';
import type { PaymentProvider } from './provider.ts';

/** The provider name of an account or a payment that has none. */
export const NO_PROVIDER = 'none';

/** The current payment provider of the account; `undefined` when there is none. */
export async function providerOf(ctx: QueryContext): Promise<PaymentProvider | undefined> {
  const provider = providerInSettings(ctx);
  return provider !== undefined && (await provider.isReady(ctx)) ? provider : undefined;
}

/** Whether the account's provider calculates the taxes of each payment, so that nobody else may add any. */
export async function providerCalculatesTaxes(ctx: QueryContext): Promise<boolean> {
  const provider = await providerOf(ctx);
  return (await provider?.capabilities(ctx))?.taxes === 'Provider';
}

/** Whether no money moves when somebody pays now: the provider is a test one, or connected with test keys. */
export async function takesTestMoney(ctx: QueryContext): Promise<boolean> {
  const provider = await providerOf(ctx);
  return (await provider?.capabilities(ctx))?.isTest === true;
}

/**
 * Whether `providerCalculatesTaxes` may return true, without reading the connection: for callers that cannot wait. Only
 * providers that accounts connect to have the switch.
 */
export function mayCalculateTaxes(ctx: QueryContext): boolean {
  return providerInSettings(ctx)?.connection !== undefined;
}

/** The provider with this name, even if it is not ready: payments that it began are its own. */
export function findProvider(
  { payments }: Pick<AccountContext, 'payments'>,
  name: string,
): PaymentProvider | undefined {
  return payments.providers.find((provider) => provider.name === name);
}

/** The provider of a payment. Throws when this program has none of that name. */
export function getProvider(ctx: Pick<AccountContext, 'payments'>, name: string): PaymentProvider {
  const provider = findProvider(ctx, name);
  if (provider === undefined) throw new Error(`there is no payment provider ${name}`);
  return provider;
}

function providerInSettings(ctx: QueryContext): PaymentProvider | undefined {
  const { paymentProvider } = ctx.account.settings;
  return paymentProvider === undefined ? ctx.payments.providers[0] : findProvider(ctx, paymentProvider);
}
