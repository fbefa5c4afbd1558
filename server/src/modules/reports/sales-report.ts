import { transaction } from '../../platform/context/context.ts';
import type { Context } from '../accounts/index.ts';
import { takesTestMoney } from '../payments/index.ts';
import { currentFigures, isSettled } from './current-figures.ts';
import { type Day, daysBetween } from './domain/days.ts';
import { type DayFigures, figuresOf, type PaymentMode } from './domain/figures.ts';
import { firstMovementAt, readMovements } from './read-sales.ts';
import { runningDayFigures } from './running-day.ts';
import { deleteSalesHours, readSalesDays, saveSalesDays } from './store.ts';
import type { SalesDay } from './tables.ts';

/** The sales of an account, day by day in its time zone. */
export interface SalesReport {
  readonly timeZone: string;
  /** Whether the account takes real money now. */
  readonly mode: PaymentMode;
  readonly days: readonly { readonly day: string; readonly figures: DayFigures }[];
}

/**
 * What was paid and what went back on each day from `first` to `last`, both included, such as `2026-11-26`, from the orders
 * and refunds themselves. A refund counts on the day on which it was made, whenever its order was paid; if it fails
 * afterwards, the reversal of its credit note counts on its own day. Days and hours that are over are kept: they are read from
 * the orders once, and again when a refund of them fails, which may have no credit note.
 */
export async function salesReport(
  ctx: Context,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<SalesReport> {
  const { timeZone } = ctx.account.settings.documents;
  const now = ctx.clock.now();
  const days = daysBetween(first, last, timeZone).filter(({ from }) => from <= now);
  const figures = await figuresByDay(ctx, { timeZone, first, last });
  const begin = await firstMovementAt(ctx);
  const open = days.filter(({ day, to }) => !figures.has(day) && begin !== undefined && to > begin);
  const over = open.filter(({ to }) => isSettled(to, now));
  const running = open.filter(({ to }) => !isSettled(to, now));
  for (const row of await keepDays(ctx, timeZone, over)) figures.set(row.day, row.figures);
  for (const day of running) figures.set(day.day, await runningDayFigures(ctx, day));
  return {
    timeZone,
    mode: (await takesTestMoney(ctx)) ? 'Test' : 'Live',
    days: days.map(({ day }) => ({ day, figures: figures.get(day) ?? NOTHING })),
  };
}

const NOTHING = figuresOf([]);

/** The figures of days that are over, as far as they are kept and true. */
async function figuresByDay(
  ctx: Context,
  { timeZone, first, last }: { readonly timeZone: string; readonly first: string; readonly last: string },
): Promise<Map<string, DayFigures>> {
  const of = { accountId: ctx.account.id, timeZone };
  const rows = await currentFigures(ctx, await readSalesDays(ctx.database.reader, of, { first, last }));
  return new Map(rows.map(({ day, figures }) => [day, figures]));
}

/** Reads the orders of days that are over, and keeps their figures instead of those of their hours. */
async function keepDays(ctx: Context, timeZone: string, over: readonly Day[]): Promise<SalesDay[]> {
  const last = over.at(-1);
  if (last === undefined) return [];
  const rows: SalesDay[] = [];
  for (const span of spansOf(over)) rows.push(...(await computeDays(ctx, timeZone, span)));
  await transaction(ctx, async (tx) => {
    await saveSalesDays(tx, rows);
    await deleteSalesHours(tx, ctx.account.id, last.to);
  });
  return rows;
}

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
