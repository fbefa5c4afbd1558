import { transaction } from '../../platform/context/context.ts';
import type { Context } from '../accounts/index.ts';
import { refundsFailedIn, takesTestMoney } from '../payments/index.ts';
import { type Day, daysBetween } from './domain/days.ts';
import { type DayFigures, figuresOf, type PaymentMode } from './domain/figures.ts';
import { readMovements } from './read-sales.ts';
import { readSalesDays, saveSalesDays } from './store.ts';
import type { SalesDay } from './tables.ts';

/** The sales of an account, day by day in its time zone. */
export interface SalesReport {
  readonly timeZone: string;
  /** Whether the account takes real money now. */
  readonly mode: PaymentMode;
  readonly days: readonly { readonly day: string; readonly figures: DayFigures }[];
}

/** So long after its end, nothing is written any more that happened on a day. */
const SETTLED_AFTER_MS = 3_600_000;

/**
 * What was paid and what went back on each day from `first` to `last`, both included, such as `2026-11-26`, from the orders
 * and refunds themselves. A refund counts on the day on which it was made, whenever its order was paid. Days that are over
 * are kept: they are read from the orders once, and again when a refund of them fails afterwards.
 */
export async function salesReport(
  ctx: Context,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<SalesReport> {
  const { timeZone } = ctx.account.settings.documents;
  const now = ctx.clock.now();
  const days = daysBetween(first, last, timeZone).filter(({ from }) => from <= now);
  const earlier = await currentDays(ctx, { timeZone, first, last });
  const rows: SalesDay[] = [];
  const settled: SalesDay[] = [];
  for (const each of days) {
    const before = earlier.get(each.day);
    const row = before ?? (await computeDay(ctx, timeZone, each));
    rows.push(row);
    if (before === undefined && each.to.getTime() + SETTLED_AFTER_MS <= now.getTime()) settled.push(row);
  }
  if (settled.length > 0) await transaction(ctx, (tx) => saveSalesDays(tx, settled));
  return {
    timeZone,
    mode: (await takesTestMoney(ctx)) ? 'Test' : 'Live',
    days: rows.map(({ day, figures }) => ({ day, figures })),
  };
}

async function computeDay(ctx: Context, timeZone: string, { day, from, to }: Day): Promise<SalesDay> {
  // Before the reading, so that what happens meanwhile counts as later.
  const computedAt = ctx.clock.now();
  const figures = figuresOf(await readMovements(ctx, { from, to }));
  return { accountId: ctx.account.id, timeZone, day, figures, computedAt };
}

/** The stored days, without those that a refund has left since: one that had succeeded on them, and failed later. */
async function currentDays(
  ctx: Context,
  { timeZone, first, last }: { readonly timeZone: string; readonly first: string; readonly last: string },
): Promise<Map<string, SalesDay>> {
  const days = await readSalesDays(
    ctx.database.reader,
    { accountId: ctx.account.id, timeZone },
    { first, last },
  );
  const [oldest] = days
    .map(({ computedAt }) => computedAt)
    .toSorted((one, other) => Number(one) - Number(other));
  if (oldest === undefined) return new Map();
  const failures = await refundsFailedIn(ctx, { from: oldest, to: ctx.clock.now() });
  const isStale = ({ computedAt }: SalesDay) =>
    failures.some(({ settledAt }) => settledAt !== null && settledAt >= computedAt);
  return new Map(days.filter((day) => !isStale(day)).map((day) => [day.day, day]));
}
