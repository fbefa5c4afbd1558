import type { Context } from '../accounts/index.ts';
import { takesTestMoney } from '../payments/index.ts';
import { EU_COUNTRIES, isInTaxTerritory, taxCountryOf } from '../taxes/index.ts';
import { daysBetween } from './domain/days.ts';
import type { PaymentMode } from './domain/figures.ts';
import { type OssCurrency, ossReturnOf, type Quarter, type QuarterMovement } from './domain/oss.ts';
import { sellerCountryMissing } from './problems.ts';
import { readMovements } from './read-sales.ts';

/** The one-stop-shop return of a quarter, in each currency: nothing is converted. */
interface OssReturn {
  readonly timeZone: string;
  readonly mode: PaymentMode;
  /** The country whose taxes the seller's own are: Monaco has those of France. */
  readonly home: string;
  readonly currencies: readonly OssCurrency[];
}

const MONTHS_OF_QUARTER = 3;

/**
 * What the seller reports in the one-stop shop of the European Union for a quarter in the account's time zone, from the orders
 * that were paid and the refunds that were made in it; of `mode`, by default what the account takes now. A quarter that runs
 * is read up to now. Raises `SellerCountryMissing`.
 */
export async function ossReturn(
  ctx: Context,
  {
    year,
    number,
    mode: choice,
  }: { readonly year: number; readonly number: number; readonly mode?: PaymentMode | undefined },
): Promise<OssReturn> {
  const { documents, seller } = ctx.account.settings;
  const { timeZone } = documents;
  const mode = choice ?? ((await takesTestMoney(ctx)) ? 'Test' : 'Live');
  if (!seller.country) throw sellerCountryMissing();
  const home = taxCountryOf(seller.country.toUpperCase());
  const movements: QuarterMovement[] = [];
  const first = (number - 1) * MONTHS_OF_QUARTER + 1;
  for (let month = first; month < first + MONTHS_OF_QUARTER; month += 1) {
    const begin = Temporal.PlainDate.from({ year, month, day: 1 });
    const last = begin.with({ day: begin.daysInMonth });
    const days = daysBetween(begin.toString(), last.toString(), timeZone);
    const [from, to] = [days.at(0)?.from, days.at(-1)?.to];
    if (from === undefined || to === undefined) continue;
    for (const { soldAt, ...movement } of await readMovements(ctx, { from, to }))
      movements.push({ ...movement, soldIn: quarterOf(soldAt, timeZone) });
  }
  const quarter: Quarter = `${year}-Q${number}`;
  return {
    timeZone,
    mode,
    home,
    currencies: ossReturnOf(movements, { quarter, mode, home, isInUnion }),
  };
}

function isInUnion(country: string, region: string | null): boolean {
  return EU_COUNTRIES.has(country) && isInTaxTerritory(country, region);
}

function quarterOf(at: Date, timeZone: string): Quarter {
  const { year, month } = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  return `${year}-Q${Math.ceil(month / MONTHS_OF_QUARTER)}`;
}
