import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type NotNull, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reader } from '../../../platform/database/database.ts';
import { inList } from '../../../platform/database/lists.ts';
import type { ActivationCount, LicensingTables, NamedSpan, TrialSales } from '../tables.ts';

/** Rows that one query counts: an engine that answers in this process does nothing else meanwhile. */
const PAGE = 1_000;

/** The account and the spans to count, and how many rows one query reads. */
export interface SpansToCount {
  readonly accountId: string;
  readonly spans: readonly NamedSpan[];
  readonly pageRows?: number;
}

/** Of these orders, those that are no sales, such as those that were paid with test money. */
export type ExcludedOrders = (orderIds: readonly string[]) => Promise<ReadonlySet<string>>;

const NO_ORDERS: ExcludedOrders = async () => new Set();

/**
 * The trials that began in each span, by product, and after how many of them the product was bought: an order gave a license
 * of it, that was not free, to the customer of the trial, or the device was activated with such a license; no refund has
 * revoked it since. It reads a page of trials at a time, and others have their turn between: a trial that begins meanwhile
 * may be counted or not.
 */
export async function countTrialSales(
  db: Reader,
  { accountId, spans, pageRows = PAGE }: SpansToCount,
  excludedOrders: ExcludedOrders = NO_ORDERS,
): Promise<TrialSales[]> {
  const counts = new Map<string, TrialSales>();
  for (const span of spans) {
    const pages = pagesOf<TrialRow>(async (after) => {
      const trials = await trialsAfter(db, { accountId, span, after, pageRows });
      return withSales(trials, await purchasesAfter(db, accountId, trials), excludedOrders);
    });
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

async function withSales(
  trials: readonly TrialOfPage[],
  all: readonly Purchase[],
  excludedOrders: ExcludedOrders,
): Promise<TrialRow[]> {
  const excluded = await excludedOrders([...new Set(all.map(({ orderId }) => orderId))]);
  const purchases = all.filter(({ orderId }) => !excluded.has(orderId));
  const sold = new Set(purchases.map(({ trialId }) => trialId));
  const within = new Set(
    purchases.filter(({ isSoon }) => Number(isSoon) === 1).map(({ trialId }) => trialId),
  );
  return trials.map((trial) => ({ ...trial, within: within.has(trial.id), sold: sold.has(trial.id) }));
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

interface TrialOfPage extends KeyedRow {
  readonly productId: string;
}

interface TrialRow extends TrialOfPage {
  readonly within: boolean;
  readonly sold: boolean;
}

/** An order that gave a license of its product after a trial began. */
interface Purchase {
  readonly trialId: string;
  readonly orderId: string;
  /** 1: within 30 days. */
  readonly isSoon: number | string;
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

function trialsAfter(db: Reader, { accountId, span, after, pageRows }: RowPage): Promise<TrialOfPage[]> {
  return db
    .tables<LicensingTables>()
    .selectFrom('trials')
    .where('accountId', '=', accountId)
    .where(sql<SqlBool>`(created_at, id) > (${after?.createdAt ?? span.startsAt}, ${after?.id ?? ''})`)
    .where('createdAt', '<', span.endsAt)
    .select(['createdAt', 'id', 'productId'])
    .orderBy('createdAt')
    .orderBy('id')
    .limit(pageRows)
    .execute();
}

/**
 * The orders that gave licenses of the product of a trial after it began, to its customer or its device, and that no refund
 * took back.
 */
async function purchasesAfter(
  db: Reader,
  accountId: string,
  trials: readonly TrialOfPage[],
): Promise<Purchase[]> {
  if (trials.length === 0) return [];
  const ids = trials.map(({ id }) => id);
  const isSoon = sql<
    number | string
  >`case when licenses.created_at < ${daysAfter(db, 'trials.created_at', 30)}
    then 1 else 0 end`;
  // The order of a cross join stays as it is on SQLite, too: the trials of the page lead.
  const ofTrials = db
    .tables<LicensingTables>()
    .selectFrom('trials')
    .where('trials.accountId', '=', accountId)
    .where(inList(db, 'trials.id', ids))
    .where(WAS_BOUGHT);
  const ofCustomers = ofTrials
    .crossJoin('licenses')
    .whereRef('licenses.accountId', '=', 'trials.accountId')
    .whereRef('licenses.customerId', '=', 'trials.customerId')
    .select(['trials.id as trialId', 'licenses.orderId', isSoon.as('isSoon')]);
  const ofDevices = ofTrials
    .crossJoin('activations')
    .whereRef('activations.accountId', '=', 'trials.accountId')
    .whereRef('activations.deviceSignature', '=', 'trials.deviceSignature')
    .crossJoin('licenses')
    .whereRef('licenses.accountId', '=', 'activations.accountId')
    .whereRef('licenses.id', '=', 'activations.licenseId')
    .select(['trials.id as trialId', 'licenses.orderId', isSoon.as('isSoon')]);
  return ofCustomers.unionAll(ofDevices).$narrowType<{ orderId: NotNull }>().execute();
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

/** Whether an order gave a license of the product of a trial after it began, and no refund took it back. */
const WAS_BOUGHT = sql<SqlBool>`licenses.product_id = trials.product_id and licenses.order_id is not null
  and licenses.is_free = false and licenses.created_at >= trials.created_at
  and not exists (select 1 from license_suspensions where license_suspensions.account_id = licenses.account_id
    and license_suspensions.license_id = licenses.id and license_suspensions.reason = 'Refund')`;

const DAY_MS = 86_400_000;

function daysAfter(db: Reader, column: string, days: number): RawBuilder<unknown> {
  return db.engine === 'sqlite'
    ? sql`${sql.ref(column)} + ${sql.lit(days * DAY_MS)}`
    : sql`${sql.ref(column)} + ${sql.lit(`${days} days`)}::interval`;
}
