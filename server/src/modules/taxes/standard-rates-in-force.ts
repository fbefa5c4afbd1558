import type { Context } from '../accounts/index.ts';
import { type CollectedRate, collectedRates, isCheckOld, lastCheck } from './domain/collected-rates.ts';
import { dayOf, EU } from './domain/decide-taxes.ts';
import { COUNTRIES_WITH_RATES, REVIEWED_ON } from './domain/standard-rates.ts';
import { loadTaxBasis } from './load-tax-basis.ts';

/** Latchkey's table as far as the account charges its rates, and when somebody last checked it. */
interface StandardRatesInForce {
  /** When Latchkey's authors last compared the table with its sources, YYYY-MM-DD. */
  readonly reviewedOn: string;
  /** The same, or when the vendor checked it since. */
  readonly checkedOn: string;
  /** Whether the account charges rates that nobody has checked for half a year. */
  readonly isOutdated: boolean;
  readonly rates: readonly CollectedRate[];
  /** Where the account can collect by the table: `EU`, and each country. */
  readonly collectable: readonly string[];
}

const COLLECTABLE: readonly string[] = [EU, ...[...COUNTRIES_WITH_RATES].toSorted()];

/** The standard rates that the account charges; none if Latchkey does not calculate its taxes. */
export async function standardRatesInForce(ctx: Context): Promise<StandardRatesInForce> {
  const basis = await loadTaxBasis(ctx);
  const rates = basis === undefined ? [] : collectedRates(basis);
  const checkedOn = lastCheck(ctx.account.settings.tax.ratesCheckedOn);
  const isInUse = rates.some(({ isReplaced }) => !isReplaced);
  const isOutdated = isInUse && isCheckOld(checkedOn, dayOf(ctx.clock.now()));
  return { reviewedOn: REVIEWED_ON, checkedOn, isOutdated, rates, collectable: COLLECTABLE };
}
