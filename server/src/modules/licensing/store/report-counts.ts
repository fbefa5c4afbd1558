import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reader } from '../../../platform/database/database.ts';
import { rowsFrom } from '../../../platform/database/lists.ts';
import type { ActivationCount, LicensingTables, NamedSpan, TrialSales } from '../tables.ts';

const SPAN_COLUMNS = { name: 'TEXT', startsAt: 'TIMESTAMP', endsAt: 'TIMESTAMP' } as const;

/**
 * The trials that began in each span, by product, and after how many of them the product was bought: an order gave a license
 * of it, that was not free, to the customer of the trial, or the device was activated with such a license.
 */
export async function countTrialSales(
  db: Reader,
  accountId: string,
  spans: readonly NamedSpan[],
): Promise<TrialSales[]> {
  const rows = await db
    .tables<LicensingTables>()
    .selectFrom(rowsFrom(db, SPAN_COLUMNS, spans).as('spans'))
    // SQLite reads the tables of a cross join in their order: spans first, then the index.
    .crossJoin('trials')
    .where('trials.accountId', '=', accountId)
    .where(sql<SqlBool>`trials.created_at >= spans.starts_at and trials.created_at < spans.ends_at`)
    .select(['spans.name', 'trials.productId'])
    .select(({ fn }) => [
      fn.countAll().as('trials'),
      countOf(wasBought(sql`licenses.created_at < ${daysAfter(db, 'trials.created_at', 30)}`)).as('within'),
      countOf(wasBought(sql`true`)).as('sold'),
    ])
    .groupBy(['spans.name', 'trials.productId'])
    .execute();
  return rows.map(({ name, productId, trials, within, sold }) => ({
    span: name ?? '',
    productId,
    trials: Number(trials),
    soldWithin30Days: Number(within),
    sold: Number(sold),
  }));
}

/** The activations that began in each span, by product, also those that have ended since. */
export async function countActivations(
  db: Reader,
  accountId: string,
  spans: readonly NamedSpan[],
): Promise<ActivationCount[]> {
  const rows = await db
    .tables<LicensingTables>()
    .selectFrom(rowsFrom(db, SPAN_COLUMNS, spans).as('spans'))
    .crossJoin('activations')
    .crossJoin('licenses')
    .where('activations.accountId', '=', accountId)
    .where(sql<SqlBool>`activations.created_at >= spans.starts_at and activations.created_at < spans.ends_at`)
    .whereRef('licenses.accountId', '=', 'activations.accountId')
    .whereRef('licenses.id', '=', 'activations.licenseId')
    .select(['spans.name', 'licenses.productId'])
    .select(({ fn }) => fn.countAll().as('activations'))
    .groupBy(['spans.name', 'licenses.productId'])
    .execute();
  return rows.map(({ name, productId, activations }) => ({
    span: name ?? '',
    productId,
    activations: Number(activations),
  }));
}

/** Whether an order gave a license of the product after the trial began, to its customer or its device. */
function wasBought(condition: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const license = sql`licenses.product_id = trials.product_id and licenses.order_id is not null
    and licenses.is_free = false and licenses.created_at >= trials.created_at and ${condition}`;
  return sql<SqlBool>`(exists (select 1 from licenses where licenses.account_id = trials.account_id
      and licenses.customer_id = trials.customer_id and ${license})
    or exists (select 1 from activations cross join licenses where licenses.account_id = activations.account_id
      and licenses.id = activations.license_id and activations.account_id = trials.account_id
      and activations.device_signature = trials.device_signature and ${license}))`;
}

function countOf(condition: RawBuilder<SqlBool>): RawBuilder<number | string> {
  return sql<number | string>`sum(case when ${condition} then 1 else 0 end)`;
}

const DAY_MS = 86_400_000;

function daysAfter(db: Reader, column: string, days: number): RawBuilder<unknown> {
  return db.engine === 'sqlite'
    ? sql`${sql.ref(column)} + ${sql.lit(days * DAY_MS)}`
    : sql`${sql.ref(column)} + ${sql.lit(`${days} days`)}::interval`;
}
