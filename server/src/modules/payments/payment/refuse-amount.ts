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

/**
 * The reason why the account's provider would not charge this amount, with a sentence for the buyer: `AmountTooSmall`,
 * `AmountTooLarge` or `CurrencyNotTaken`. `undefined` when it would, when no payment is due, and when the account has no provider.
 */
export async function amountRefusal(ctx: QueryContext, charge: Charge): Promise<Problem | undefined> {
  const provider = charge.amountMinor === 0 ? undefined : await providerOf(ctx);
  return provider && refusalOf(ctx, provider, charge);
}

/** The same for a specific provider. */
export async function refusalOf(
  ctx: QueryContext,
  provider: PaymentProvider,
  { amountMinor, currency }: Charge,
): Promise<Problem | undefined> {
  const capabilities = await provider.capabilities(ctx);
  const minimumMinor = capabilities.minimumMinor(currency);
  if (minimumMinor === undefined)
    return currencyNotTaken({
      detail: `This shop does not accept payments in ${currency}. Choose another currency.`,
    });
  const money = new Intl.NumberFormat('en', { style: 'currency', currency });
  const maximumMinor = capabilities.maximumMinor?.(currency) ?? amountMinor;
  if (amountMinor > maximumMinor) {
    const most = money.format(toDecimal(maximumMinor, currency));
    return amountTooLarge({
      detail: `The largest amount that this shop can charge is ${most}. Split the order.`,
    });
  }
  if (amountMinor >= minimumMinor) return undefined;
  const least = money.format(toDecimal(minimumMinor, currency));
  return amountTooSmall({
    detail: `The smallest amount that this shop can charge is ${least}. Add something to the order.`,
  });
}
