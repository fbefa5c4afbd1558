import { transaction } from '../../platform/context/context.ts';
import type { Context } from '../accounts/index.ts';
import { refundsFailedIn, takesTestMoney } from '../payments/index.ts';
import { type Day, daysBetween } from './domain/days.ts';
import { type CurrencyFigures, type DayFigures, figuresOf, type PaymentMode } from './domain/figures.ts';
import { firstMovementAt, readMovements } from './read-sales.ts';
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
  const begin = await firstMovementAt(ctx);
  const open = days.filter(({ day, to }) => !earlier.has(day) && begin !== undefined && to > begin);
  const fresh = new Map<string, SalesDay>();
  for (const span of spansOf(open))
    for (const row of await computeDays(ctx, timeZone, span)) fresh.set(row.day, row);
  const isOver = new Set(
    open.filter(({ to }) => to.getTime() + SETTLED_AFTER_MS <= now.getTime()).map(({ day }) => day),
  );
  const settled = [...fresh.values()].filter(({ day }) => isOver.has(day));
  if (settled.length > 0) await transaction(ctx, (tx) => saveSalesDays(tx, settled));
  return {
    timeZone,
    mode: (await takesTestMoney(ctx)) ? 'Test' : 'Live',
    days: days.map(({ day }) => ({ day, figures: (earlier.get(day) ?? fresh.get(day))?.figures ?? NOTHING })),
  };
}

const NOTHING = figuresOf([]);

/** As many days are read at a time: the orders of more would not stay in memory together. */
const MOST_DAYS = 31;

/** Days that follow each other, together. */
function spansOf(days: readonly Day[]): Day[][] {
  const spans: Day[][] = [];
  for (const day of days) {
    const span = spans.at(-1);
    const follows = span?.at(-1)?.to.getTime() === day.from.getTime();
    if (span !== undefined && follows && span.length < MOST_DAYS) span.push(day);
    else spans.push([day]);
  }
  return spans;
}

/** The figures of days that follow each other, with as many queries as one of them needs. */
async function computeDays(ctx: Context, timeZone: string, span: readonly Day[]): Promise<SalesDay[]> {
  const [first, last] = [span.at(0), span.at(-1)];
  if (first === undefined || last === undefined) return [];
  // Before the reading, so that what happens meanwhile counts as later.
  const computedAt = ctx.clock.now();
  const movements = await readMovements(ctx, { from: first.from, to: last.to });
  const byDay = Map.groupBy(movements, ({ at }) => span.findLast(({ from }) => from <= at)?.day);
  return span.map(({ day }) => {
    const figures = figuresOf(byDay.get(day) ?? []);
    return { accountId: ctx.account.id, timeZone, day, figures, computedAt };
  });
}

/**
 * The stored days, without those that a refund has left since: one that had succeeded on them, and failed later; and without
 * those of a release that did not count campaigns.
 */
async function currentDays(
  ctx: Context,
  { timeZone, first, last }: { readonly timeZone: string; readonly first: string; readonly last: string },
): Promise<Map<string, SalesDay>> {
  const rows = await readSalesDays(
    ctx.database.reader,
    { accountId: ctx.account.id, timeZone },
    { first, last },
  );
  const days = rows.filter(({ figures }) => [...figures.Live, ...figures.Test].every(hasCampaigns));
  const [oldest] = days
    .map(({ computedAt }) => computedAt)
    .toSorted((one, other) => Number(one) - Number(other));
  if (oldest === undefined) return new Map();
  const failures = await refundsFailedIn(ctx, { from: oldest, to: ctx.clock.now() });
  const isStale = ({ computedAt }: SalesDay) =>
    failures.some(({ settledAt }) => settledAt !== null && settledAt >= computedAt);
  return new Map(days.filter((day) => !isStale(day)).map((day) => [day.day, day]));
}

function hasCampaigns({ campaigns, coupons }: CurrencyFigures): boolean {
  return campaigns !== undefined && coupons !== undefined;
}
