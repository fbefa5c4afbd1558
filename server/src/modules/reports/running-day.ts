import { transaction } from '../../platform/context/context.ts';
import type { Context } from '../accounts/index.ts';
import { currentFigures, isSettled } from './current-figures.ts';
import { type Day, type Hour, hoursOf } from './domain/days.ts';
import { type DayFigures, figuresOf, mergeDays } from './domain/figures.ts';
import { readMovements } from './read-sales.ts';
import { readSalesHours, saveSalesHours } from './store.ts';
import type { SalesHour } from './tables.ts';

/**
 * The figures of a day whose figures are not kept yet, as of now. Those of its hours that are over are kept, so that only the
 * orders of its last two hours are read.
 */
export async function runningDayFigures(ctx: Context, day: Day): Promise<DayFigures> {
  const now = ctx.clock.now();
  const hours = hoursOf(day).filter(({ from }) => from <= now);
  const rows = await currentFigures(ctx, await readSalesHours(ctx.database.reader, ctx.account.id, day));
  const figuresByHour = new Map(rows.map(({ startsAt, figures }) => [startsAt.getTime(), figures]));
  const fresh = await computeHours(
    ctx,
    hours.filter(({ from }) => !figuresByHour.has(from.getTime())),
  );
  const over = new Set(hours.filter(({ to }) => isSettled(to, now)).map(({ from }) => from.getTime()));
  const settled = fresh.filter(({ startsAt }) => over.has(startsAt.getTime()));
  if (settled.length > 0) await transaction(ctx, (tx) => saveSalesHours(tx, settled));
  // Hours of another time zone, in which the account was before, may begin at another minute.
  const earlier = hours.flatMap(({ from }) => figuresByHour.get(from.getTime()) ?? []);
  return mergeDays([...earlier, ...fresh.map(({ figures }) => figures)]);
}

/** The figures of these hours, which are in order, with one reading from the first to the last. */
async function computeHours(ctx: Context, hours: readonly Hour[]): Promise<SalesHour[]> {
  const [first, last] = [hours.at(0), hours.at(-1)];
  if (first === undefined || last === undefined) return [];
  // Before the reading, so that what happens meanwhile counts as later.
  const computedAt = ctx.clock.now();
  const movements = await readMovements(ctx, { from: first.from, to: last.to });
  return hours.map(({ from, to }) => {
    const figures = figuresOf(movements.filter(({ at }) => at >= from && at < to));
    return { accountId: ctx.account.id, startsAt: from, figures, computedAt };
  });
}
