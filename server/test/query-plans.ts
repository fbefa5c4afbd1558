import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { CompiledQuery, type QueryResult } from 'kysely';
import { SqliteConnection } from '../src/platform/database/sqlite-connection.ts';

/** Tables with few rows per account: reading all of an account's rows is reading a page. */
const FEW_PER_ACCOUNT = new Set([
  'account_domains',
  'api_keys',
  'signing_keys',
  'products',
  'product_policies',
  'bundles',
  'bundle_products',
  'variations',
  'item_images',
  'item_media',
  'discounts',
  'offers',
  'promotions',
  'releases',
  'release_downloads',
  'tax_rates',
  'sales_hours',
  'webhook_endpoints',
  'operators',
]);
/** Tables with few rows for all accounts together, and indexes that contain only few rows, such as those with pending work. */
const FEW = new Set(['accounts', 'journal_chains', 'kysely_migration', 'sqlite_master']);
/**
 * Devices in use are counted before a host moves to another account, and by the key that signed their tokens when a
 * vendor changes keys: both happen once in years, and read nothing but an index.
 */
const RARE =
  /^select (count\(\*\) as "(activations|trials)"|"signing_kid", .*) from "(activations|trials)" where "account_id" = \?/;
/** Open carts of guests are counted once for every hundredth of their limit. */
const SELDOM = /from \(select "account_id" from "orders" where .* limit \d+\) as "guest_carts"$/;
const FEW_ROWS_INDEXES = new Set(['newsletter_subscriptions_empty', 'jobs_dead', 'customers_merged']);

interface Step {
  readonly detail: string;
}

/** Tables that belong to no account, or say which one a host belongs to. */
const OF_NO_ACCOUNT = new Set(['accounts', 'account_domains', 'rate_counters', 'kysely_migration']);

const watched = new AsyncLocalStorage<Set<string>>();
const requests = new AsyncLocalStorage<Set<string>>();
const plans = new Map<string, string | undefined>();
const { executeQuery } = SqliteConnection.prototype;

let lookedAt = 0;

/** The number of watched request statements that this process has run; similar ones have one plan. */
export function statementsLookedAt(): number {
  return lookedAt;
}

const statementLists = new AsyncLocalStorage<string[]>();

/** The statements of a piece of work on SQLite, those that begin and end its transactions included. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  SqliteConnection.prototype.executeQuery = watching;
  const statements: string[] = [];
  await statementLists.run(statements, work);
  return statements;
}

/**
 * Runs a request, and fails when one of its statements read everything that an account, or all accounts together, have
 * of unlimited data: such a request gets slower with every customer. PostgreSQL plans by the statistics of its tables,
 * SQLite by the statement alone, so SQLite is checked.
 */
export function withGoodPlans<Result>(work: () => Promise<Result>): Promise<Result> {
  SqliteConnection.prototype.executeQuery = watching;
  const findings = new Set<string>();
  return watched.run(findings, async () => {
    const result = await work();
    assert.deepEqual([...findings], [], 'statements that get slower with every row of other customers');
    return result;
  });
}

/**
 * Runs a request of an account as `withGoodPlans` does, and fails also when one of its statements names no account: rows of
 * another one could be read or changed.
 */
export async function withOwnRows<Result>(work: () => Promise<Result>): Promise<Result> {
  const findings = new Set<string>();
  const result = await requests.run(findings, () => withGoodPlans(work));
  assert.deepEqual([...findings], [], 'statements of a request that name no account');
  return result;
}

/** Whether a statement reads or changes rows of accounts without naming one. */
export function namesNoAccount(statement: string): boolean {
  const tables = [...statement.matchAll(/\b(?:from|join|update) "(\w+)"/g)].map(([, table = '']) => table);
  return tables.some((table) => !OF_NO_ACCOUNT.has(table)) && !/"account_id" (?:=|in|is) /.test(statement);
}

async function watching<Row>(this: SqliteConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
  statementLists.getStore()?.push(query.sql);
  if (namesNoAccount(query.sql)) requests.getStore()?.add(query.sql);
  const findings = watched.getStore();
  if (findings !== undefined) {
    lookedAt += 1;
    if (!plans.has(query.sql)) plans.set(query.sql, await findingOf(this, query));
    const finding = plans.get(query.sql);
    if (finding !== undefined) findings.add(finding);
  }
  return runOn<Row>(this, query);
}

function runOn<Row>(connection: SqliteConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
  return executeQuery.call<SqliteConnection, [CompiledQuery], Promise<QueryResult<Row>>>(connection, query);
}

async function findingOf(connection: SqliteConnection, query: CompiledQuery): Promise<string | undefined> {
  // Inserts are not checked: a plan shows their lookups for references, which they do only after a violation.
  if (!/^(select|with|update|delete)\b/.test(query.sql) || RARE.test(query.sql) || SELDOM.test(query.sql))
    return undefined;
  const explain = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]);
  const { rows } = await runOn<Step>(connection, explain);
  const details = rows.map(({ detail }) => detail);
  if (readsEverything(query.sql, rows)) return [query.sql, ...details].join('\n  ');
  const replanned = boundConditions(query.sql, await indexConditions(connection));
  if (replanned.length > 0) return `${query.sql}\n  binds ${replanned.join(', ')}: use sql.lit`;
  return undefined;
}

/** A column that a partial index compares with a text: `where status = 'Active'`. */
export interface IndexCondition {
  readonly table: string;
  readonly column: string;
}

let conditions: Promise<readonly IndexCondition[]> | undefined;

function indexConditions(connection: SqliteConnection): Promise<readonly IndexCondition[]> {
  conditions ??= readConditions(connection);
  return conditions;
}

async function readConditions(connection: SqliteConnection): Promise<readonly IndexCondition[]> {
  const indexes = CompiledQuery.raw(
    `select tbl_name, sql from sqlite_master where type = 'index' and sql is not null`,
  );
  const { rows } = await runOn<{ readonly tblName: string; readonly sql: string }>(connection, indexes);
  return rows.flatMap(({ tblName: table, sql }) =>
    [...(/\bwhere\b(.*)$/is.exec(sql)?.[1] ?? '').matchAll(/(\w+) = '/g)].map(([, column = '']) => ({
      table,
      column,
    })),
  );
}

/**
 * The conditions of a statement that compare such a column with a bound value. SQLite plans the statement again for
 * each value that is bound there, because the value decides whether the index can be used: this takes several times as
 * long as reading a row.
 */
export function boundConditions(statement: string, partial: readonly IndexCondition[]): string[] {
  const aliases = new Map(
    [...statement.matchAll(/"(\w+)" as "(\w+)"/g)].map(([, table = '', alias = '']) => [alias, table]),
  );
  const filter = statement.slice(statement.indexOf(' where '));
  return [...filter.matchAll(/(?:"(\w+)"\.)?"(\w+)" = \?/g)].flatMap(([text, name, column]) => {
    const isOf = ({ table }: IndexCondition): boolean =>
      name === undefined ? statement.includes(`"${table}"`) : (aliases.get(name) ?? name) === table;
    return partial.some((condition) => condition.column === column && isOf(condition)) ? [text] : [];
  });
}

/**
 * Whether a plan visits more rows of a table than those of a page: all of the table, all rows of an account in a table
 * where it may have many, or all of one status. It cannot detect a filter that selects few of many rows of an index.
 */
export function readsEverything(statement: string, plan: readonly Step[]): boolean {
  const details = plan.map(({ detail }) => detail);
  const derived = new Set(details.map((detail) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)/.exec(detail)?.[1]));
  const isSorted = details.some((detail) => /^USE TEMP B-TREE FOR (?!LAST)/.test(detail));
  // The first of a whole order is one look; the first that fits a join may be the last of all.
  const isSearch = / join .* limit 1 *$/.test(statement);
  const isPage = /order by [^()]* limit \d+ *$/.test(statement) && !isSorted && !isSearch;
  return details.some((detail) => {
    if (detail.includes('AUTOMATIC')) return true;
    const [, visit, table = ''] = /^(SCAN|SEARCH) (\w+)/.exec(detail) ?? [];
    if (visit === undefined || derived.has(table) || FEW.has(table)) return false;
    if (/VIRTUAL TABLE|VALUES CLAUSE|CONSTANT ROW/.test(detail)) return false;
    const index = /USING (?:COVERING )?INDEX (\w+)/.exec(detail)?.[1] ?? '';
    if (FEW_ROWS_INDEXES.has(index)) return false;
    if (visit === 'SCAN') return index === '' || !isPage;
    return isOfWholeAccount(detail) && !FEW_PER_ACCOUNT.has(table) && !isPage;
  });
}

/** Columns with so few values that most rows of an account may have the same one. */
const NARROWS_LITTLE = new Set(['account_id=?', 'status=?', 'is_deleted=?', 'is_archived=?']);

/** Whether rows are found only by their account, status or a flag, perhaps before or after a time. */
function isOfWholeAccount(detail: string): boolean {
  const terms = /\(([^()]*)\)$/.exec(detail)?.[1]?.split(' AND ') ?? [];
  const keys = terms.filter((term) => term.endsWith('=?'));
  const isWindow = terms.some((term) => term.endsWith('>?')) && terms.some((term) => term.endsWith('<?'));
  return keys.length > 0 && !isWindow && keys.every((term) => NARROWS_LITTLE.has(term));
}
