import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reader } from '../../../platform/database/database.ts';
import type { ActivationCount, LicensingTables, NamedSpan, TrialSales } from '../tables.ts';

/** Rows that one query counts: an engine that answers in this process does nothing else meanwhile. */
const PAGE = 1_000;

/** The account and the spans to count, and how many rows one query reads. */
export interface SpansToCount {
  readonly accountId: string;
  readonly spans: readonly NamedSpan[];
  readonly pageRows?: number;
}

/**
 * The trials that began in each span, by product, and after how many of them the product was bought: an order gave a license
 * of it, that was not free, to the customer of the trial, or the device was activated with such a license; no refund has
 * revoked it since. It reads a page of trials at a time, and others have their turn between: a trial that begins meanwhile
 * may be counted or not.
 */
export async function countTrialSales(
  db: Reader,
  { accountId, spans, pageRows = PAGE }: SpansToCount,
): Promise<TrialSales[]> {
  const counts = new Map<string, TrialSales>();
  for (const span of spans) {
    const pages = pagesOf<TrialRow>((after) => trialsAfter(db, { accountId, span, after, pageRows }));
    for await (const { productId, within, sold } of pages) {
      const key = `${span.name} ${productId}`;
      const before = counts.get(key);
      counts.set(key, {
        span: span.name,
        productId,
        trials: (before?.trials ?? 0) + 1,
        soldWithin30Days: (before?.soldWithin30Days ?? 0) + Number(within),
        sold: (before?.sold ?? 0) + Number(sold),
      });
    }
  }
  return [...counts.values()];
}

/** The activations that began in each span, by product, also those that have ended since; a page at a time, too. */
export async function countActivations(
  db: Reader,
  { accountId, spans, pageRows = PAGE }: SpansToCount,
): Promise<ActivationCount[]> {
  const counts = new Map<string, ActivationCount>();
  for (const span of spans) {
    const pages = pagesOf<ActivationRow>((after) =>
      activationsAfter(db, { accountId, span, after, pageRows }),
    );
    for await (const { productId, activations } of pages) {
      const key = `${span.name} ${productId}`;
      const before = counts.get(key)?.activations ?? 0;
      counts.set(key, { span: span.name, productId, activations: before + Number(activations) });
    }
  }
  return [...counts.values()];
}

/** A row of a page: its moment and its id order the rows, and no two have both. */
interface KeyedRow {
  readonly createdAt: Date;
  readonly id: string;
}

interface TrialRow extends KeyedRow {
  readonly productId: string;
  readonly within: number | string;
  readonly sold: number | string;
}

interface ActivationRow extends KeyedRow {
  readonly productId: string;
  readonly activations: number | string | bigint;
}

interface RowPage {
  readonly accountId: string;
  readonly span: NamedSpan;
  /** The last row of the page before. */
  readonly after: KeyedRow | undefined;
  readonly pageRows: number;
}

async function* pagesOf<Row extends KeyedRow>(
  read: (after: KeyedRow | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<Row, void, void> {
  let after: KeyedRow | undefined;
  do {
    const rows = await read(after);
    yield* rows;
    after = rows.at(-1);
    await yieldToOthers();
  } while (after !== undefined);
}

function trialsAfter(db: Reader, { accountId, span, after, pageRows }: RowPage): Promise<TrialRow[]> {
  return db
    .tables<LicensingTables>()
    .selectFrom('trials')
    .where('accountId', '=', accountId)
    .where(sql<SqlBool>`(created_at, id) > (${after?.createdAt ?? span.startsAt}, ${after?.id ?? ''})`)
    .where('createdAt', '<', span.endsAt)
    .select(['createdAt', 'id', 'productId'])
    .select([
      oneIf(wasBought(sql`licenses.created_at < ${daysAfter(db, 'trials.created_at', 30)}`)).as('within'),
      oneIf(wasBought(sql`true`)).as('sold'),
    ])
    .orderBy('createdAt')
    .orderBy('id')
    .limit(pageRows)
    .execute();
}

/** The devices of a license that began at the same moment are one row: the index has no id of the activation. */
function activationsAfter(
  db: Reader,
  { accountId, span, after, pageRows }: RowPage,
): Promise<ActivationRow[]> {
  const tables = db.tables<LicensingTables>();
  const page = tables
    .selectFrom('activations')
    .where('accountId', '=', accountId)
    .where(
      sql<SqlBool>`(created_at, license_id) > (${after?.createdAt ?? span.startsAt}, ${after?.id ?? ''})`,
    )
    .where('createdAt', '<', span.endsAt)
    .select(['createdAt', 'licenseId'])
    .select(({ fn }) => fn.countAll().as('activations'))
    .groupBy(['createdAt', 'licenseId'])
    .orderBy('createdAt')
    .orderBy('licenseId')
    .limit(pageRows)
    .as('page');
  return tables
    .selectFrom(page)
    .innerJoin('licenses', 'licenses.id', 'page.licenseId')
    .where('licenses.accountId', '=', accountId)
    .select(['page.createdAt', 'page.licenseId as id', 'page.activations', 'licenses.productId'])
    .orderBy('page.createdAt')
    .orderBy('page.licenseId')
    .execute();
}

/**
 * Whether an order gave a license of the product after the trial began, to its customer or its device, and no refund took
 * it back.
 */
function wasBought(condition: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const license = sql`licenses.product_id = trials.product_id and licenses.order_id is not null
    and licenses.is_free = false and licenses.created_at >= trials.created_at and ${condition}
    and not exists (select 1 from license_suspensions where license_suspensions.account_id = licenses.account_id
      and license_suspensions.license_id = licenses.id and license_suspensions.reason = 'Refund')`;
  return sql<SqlBool>`(exists (select 1 from licenses where licenses.account_id = trials.account_id
      and licenses.customer_id = trials.customer_id and ${license})
    or exists (select 1 from activations cross join licenses where licenses.account_id = activations.account_id
      and licenses.id = activations.license_id and activations.account_id = trials.account_id
      and activations.device_signature = trials.device_signature and ${license}))`;
}

function oneIf(condition: RawBuilder<SqlBool>): RawBuilder<number | string> {
  return sql<number | string>`case when ${condition} then 1 else 0 end`;
}

const DAY_MS = 86_400_000;

function daysAfter(db: Reader, column: string, days: number): RawBuilder<unknown> {
  return db.engine === 'sqlite'
    ? sql`${sql.ref(column)} + ${sql.lit(days * DAY_MS)}`
    : sql`${sql.ref(column)} + ${sql.lit(`${days} days`)}::interval`;
}
