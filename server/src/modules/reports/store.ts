import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database/database.ts';
import type { ReportTables, SalesDay, SalesHour, StoredMonth } from './tables.ts';

interface DaysOf {
  readonly accountId: string;
  readonly timeZone: string;
}

/** The stored days of a span, both ends included. */
export function readSalesDays(
  db: Reader,
  { accountId, timeZone }: DaysOf,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<SalesDay[]> {
  return db
    .tables<ReportTables>()
    .selectFrom('salesDays')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('timeZone', '=', timeZone)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .execute();
}

/** Stores days, or replaces them. */
export async function saveSalesDays(tx: Tx, days: readonly SalesDay[]): Promise<void> {
  if (days.length === 0) return;
  await tx
    .tables<ReportTables>()
    .insertInto('salesDays')
    .values(days)
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'timeZone', 'day']).doUpdateSet({
        figures: sql.ref('excluded.figures'),
        computedAt: sql.ref('excluded.computed_at'),
      }),
    )
    .execute();
}

/** The stored hours that began from `from` until before `to`. */
export function readSalesHours(
  db: Reader,
  accountId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<SalesHour[]> {
  return db
    .tables<ReportTables>()
    .selectFrom('salesHours')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('startsAt', '>=', from)
    .where('startsAt', '<', to)
    .execute();
}

/** Stores hours, or replaces them. */
export async function saveSalesHours(tx: Tx, hours: readonly SalesHour[]): Promise<void> {
  if (hours.length === 0) return;
  await tx
    .tables<ReportTables>()
    .insertInto('salesHours')
    .values(hours)
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'startsAt']).doUpdateSet({
        figures: sql.ref('excluded.figures'),
        computedAt: sql.ref('excluded.computed_at'),
      }),
    )
    .execute();
}

/** Deletes the hours that began before `before`: those of days that are stored. */
export async function deleteSalesHours(tx: Tx, accountId: string, before: Date): Promise<void> {
  await tx
    .tables<ReportTables>()
    .deleteFrom('salesHours')
    .where('accountId', '=', accountId)
    .where('startsAt', '<', before)
    .execute();
}

/** The stored months up to one, that included. */
export function readMonths(
  db: Reader,
  { accountId, timeZone }: DaysOf,
  { last }: { readonly last: string },
): Promise<StoredMonth[]> {
  return db
    .tables<ReportTables>()
    .selectFrom('recurringMonths')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('timeZone', '=', timeZone)
    .where('month', '<=', last)
    .execute();
}

/** Stores months that are over. One that is stored stays: it would be the same. */
export async function saveMonths(tx: Tx, months: readonly StoredMonth[]): Promise<void> {
  if (months.length === 0) return;
  await tx
    .tables<ReportTables>()
    .insertInto('recurringMonths')
    .values(months)
    .onConflict((conflict) => conflict.columns(['accountId', 'timeZone', 'month']).doNothing())
    .execute();
}
