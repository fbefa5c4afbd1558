import { toDecimal } from '../../../kernel/money.ts';
import type { Problem } from '../../../kernel/problem.ts';
import type { QueryContext } from '../../accounts/index.ts';
import { providerOf } from '../find-provider.ts';
import { amountTooLarge, amountTooSmall, currencyNotTaken } from '../problems.ts';
import type { PaymentProvider } from '../provider.ts';

/** An amount to charge, in minor units of the currency. */
interface Charge {
  readonly amountMinor: number;
  readonly currency: string;
}

/** The reason why a provider would not charge an amount. */
export interface AmountRefusal {
  readonly reason: 'AmountTooSmall' | 'AmountTooLarge' | 'CurrencyNotTaken';
  /** The smallest or largest amount, in minor units of the currency; absent where the provider does not take that. */
  readonly limitMinor?: number;
  /** With a sentence for the buyer. */
  readonly problem: Problem;
}

/**
 * The reason why the account's provider would not charge this amount. `undefined` when it would, when no payment is
 * due, and when the account has no provider.
 */
export async function amountRefusal(ctx: QueryContext, charge: Charge): Promise<AmountRefusal | undefined> {
  const provider = charge.amountMinor === 0 ? undefined : await providerOf(ctx);
  return provider && refusalOf(ctx, provider, charge);
}

/** Why nobody can pay an amount: the account takes no payments, or its provider does not charge that amount. */
export type ShopFault = 'NotConnected' | 'Amount';

/** Why nobody can pay this amount now, by whatever method, before the vendor changes something; `undefined` if they can. */
export async function shopFault(ctx: QueryContext, charge: Charge): Promise<ShopFault | undefined> {
  const provider = await providerOf(ctx);
  if (provider === undefined) return 'NotConnected';
  return (await refusalOf(ctx, provider, charge)) === undefined ? undefined : 'Amount';
}

/** The reason why a specific provider would not charge this amount. */
export async function refusalOf(
  ctx: QueryContext,
  provider: PaymentProvider,
  { amountMinor, currency }: Charge,
): Promise<AmountRefusal | undefined> {
  const capabilities = await provider.capabilities(ctx);
  const minimumMinor = capabilities.minimumMinor(currency);
  if (minimumMinor === undefined) {
    const detail = `This shop does not accept payments in ${currency}. Choose another currency.`;
    return { reason: 'CurrencyNotTaken', problem: currencyNotTaken({ detail }) };
  }
  const money = new Intl.NumberFormat('en', { style: 'currency', currency });
  const maximumMinor = capabilities.maximumMinor?.(currency) ?? amountMinor;
  if (amountMinor > maximumMinor) {
    const most = money.format(toDecimal(maximumMinor, currency));
    const detail = `The largest amount that this shop can charge is ${most}. Split the order.`;
    return { reason: 'AmountTooLarge', limitMinor: maximumMinor, problem: amountTooLarge({ detail }) };
  }
  if (amountMinor >= minimumMinor) return undefined;
  const least = money.format(toDecimal(minimumMinor, currency));
  const detail = `The smallest amount that this shop can charge is ${least}. Add something to the order.`;
  return { reason: 'AmountTooSmall', limitMinor: minimumMinor, problem: amountTooSmall({ detail }) };
}
