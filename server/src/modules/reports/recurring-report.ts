import { transaction } from '../../platform/context/context.ts';
import type { Context } from '../accounts/index.ts';
import { takesTestMoney } from '../payments/index.ts';
import { firstRevenueAt, revenueBetween } from '../subscriptions/index.ts';
import { monthOf, monthsBetween } from './domain/days.ts';
import type { PaymentMode } from './domain/figures.ts';
import {
  type ItemRevenue,
  itemRevenues,
  type MovementSum,
  ofMode,
  type RecurringFigures,
  recurringFigures,
} from './domain/recurring.ts';
import { readMonths, saveMonths } from './store.ts';
import type { StoredMonth } from './tables.ts';

/** The recurring revenue of an account, month by month in its time zone. */
export interface RecurringReport {
  readonly timeZone: string;
  readonly mode: PaymentMode;
  /** The currency with the most recurring revenue at the end first. */
  readonly currencies: readonly RecurringCurrency[];
}

export interface RecurringCurrency {
  readonly currency: string;
  readonly months: readonly RecurringMonth[];
  /** What each item brings at the end of the last month, or now. */
  readonly items: readonly ItemRevenue[];
}

export interface RecurringMonth extends RecurringFigures {
  /** Such as `2026-11`. */
  readonly month: string;
}

/** So long after its end, nothing is written any more that happened in a month. */
const SETTLED_AFTER_MS = 3_600_000;

/**
 * What subscriptions bring each month, from the month `first` to `last`, both included, such as `2026-11`: at the start and at
 * the end of each, and how it moved; of `mode`, by default what the account takes now. The month that runs ends now, and later
 * ones are left out. It follows from the changes that subscriptions record, which stay as they are: months that are over are
 * summed up once, and kept.
 */
export async function recurringReport(
  ctx: Context,
  {
    first,
    last,
    mode: choice,
  }: { readonly first: string; readonly last: string; readonly mode?: PaymentMode | undefined },
): Promise<RecurringReport> {
  const { timeZone } = ctx.account.settings.documents;
  const mode = choice ?? ((await takesTestMoney(ctx)) ? 'Test' : 'Live');
  const current = monthOf(ctx.clock.now(), timeZone);
  const end = last < current ? last : current;
  const sums = (await monthsUpTo(ctx, end)).map((each) => ({ ...each, sums: ofMode(each.sums, mode) }));
  const names = new Set(sums.flatMap((each) => each.sums.map(({ currency }) => currency)));
  const months = monthsBetween(first, end, timeZone).map(({ month }) => month);
  const currencies = [...names]
    .map((currency) => currencyOf(currency, months, sums))
    .filter(({ months: own }) => own.some(hasSubscribers))
    .toSorted((one, other) => endOf(other) - endOf(one) || (one.currency < other.currency ? -1 : 1));
  return { timeZone, mode, currencies };
}

type MonthSums = Pick<StoredMonth, 'month' | 'sums'>;

function currencyOf(
  currency: string,
  months: readonly string[],
  all: readonly MonthSums[],
): RecurringCurrency {
  const own = all.map(({ month, sums }) => ({
    month,
    sums: sums.filter((sum) => sum.currency === currency),
  }));
  const sumsWhere = (isIn: (month: string) => boolean): MovementSum[] =>
    own.flatMap(({ month, sums }) => (isIn(month) ? sums : []));
  return {
    currency,
    months: months.map((month) => ({
      month,
      ...recurringFigures(
        sumsWhere((each) => each < month),
        sumsWhere((each) => each === month),
      ),
    })),
    items: itemRevenues(sumsWhere(() => true)),
  };
}

function hasSubscribers({
  subscribersAtStart,
  subscribersNew,
  subscribersReactivated,
}: RecurringMonth): boolean {
  return subscribersAtStart + subscribersNew + subscribersReactivated > 0;
}

function endOf({ months }: RecurringCurrency): number {
  return months.at(-1)?.endMinor ?? 0;
}

/** The sums of every month from the first change of the account to `last`. */
async function monthsUpTo(ctx: Context, last: string): Promise<MonthSums[]> {
  const { timeZone } = ctx.account.settings.documents;
  const begin = await firstRevenueAt(ctx);
  if (begin === undefined) return [];
  const settled = await readMonths(ctx.database.reader, { accountId: ctx.account.id, timeZone }, { last });
  const byMonth = new Map(settled.map(({ month, sums }) => [month, sums]));
  const now = ctx.clock.now().getTime();
  const months: MonthSums[] = [];
  const fresh: StoredMonth[] = [];
  for (const { month, ...span } of monthsBetween(monthOf(begin, timeZone), last, timeZone)) {
    const sums = byMonth.get(month) ?? (await revenueBetween(ctx, span));
    months.push({ month, sums });
    const isOver = span.to.getTime() + SETTLED_AFTER_MS <= now;
    if (isOver && !byMonth.has(month)) fresh.push({ accountId: ctx.account.id, timeZone, month, sums });
  }
  if (fresh.length > 0) await transaction(ctx, (tx) => saveMonths(tx, fresh));
  return months;
}
