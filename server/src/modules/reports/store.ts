import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database/database.ts';
import type { ReportTables, SalesDay, StoredMonth } from './tables.ts';

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
