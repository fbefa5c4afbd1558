import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { CompiledQuery, type QueryResult } from 'kysely';
import { SqliteConnection } from '../src/platform/database/sqlite-connection.ts';

/** What an account has a few of, or of which everything is read on purpose. */
const SMALL = new Set([
  'accounts',
  'account_domains',
  'api_keys',
  'signing_keys',
  'products',
  'product_licensing',
  'bundles',
  'bundle_products',
  'variations',
  'discounts',
  'offers',
  'releases',
  'release_downloads',
  'kysely_migration',
]);

interface Step {
  readonly detail: string;
}

const watched = new AsyncLocalStorage<Set<string>>();
const known = new Map<string, string | undefined>();
const { executeQuery } = SqliteConnection.prototype;

/**
 * Runs a request, and fails when a statement of it read everything that an account, or all of them, has of what grows
 * without end: such a request gets slower with every customer. PostgreSQL plans by what it knows of its tables, SQLite
 * by the statement alone, so SQLite is the one that is asked.
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

async function watching<Row>(this: SqliteConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
  const findings = watched.getStore();
  if (findings !== undefined) {
    if (!known.has(query.sql)) known.set(query.sql, await findingOf(this, query));
    const finding = known.get(query.sql);
    if (finding !== undefined) findings.add(finding);
  }
  return runOn<Row>(this, query);
}

function runOn<Row>(connection: SqliteConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
  return executeQuery.call<SqliteConnection, [CompiledQuery], Promise<QueryResult<Row>>>(connection, query);
}

async function findingOf(connection: SqliteConnection, query: CompiledQuery): Promise<string | undefined> {
  // What an insert looks up for its references is not looked up unless a reference was broken before.
  if (!/^(select|with|update|delete)\b/.test(query.sql)) return undefined;
  const explain = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]);
  const { rows } = await runOn<Step>(connection, explain);
  if (!readsEverything(query.sql, rows)) return undefined;
  return [query.sql, ...rows.map(({ detail }) => detail)].join('\n  ');
}

/** Whether a plan visits more rows of a table that grows than those of a page. */
export function readsEverything(statement: string, plan: readonly Step[]): boolean {
  const details = plan.map(({ detail }) => detail);
  const derived = new Set(details.map((detail) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)/.exec(detail)?.[1]));
  const isSorted = details.some((detail) => /^USE TEMP B-TREE FOR (?!LAST)/.test(detail));
  const isPage = /\blimit \d+/.test(statement) && !isSorted;
  return details.some((detail) => {
    const [, visit, table = ''] = /^(SCAN|SEARCH) (\w+)/.exec(detail) ?? [];
    const isWhole = visit === 'SCAN' || (visit === 'SEARCH' && detail.endsWith('(account_id=?)'));
    const isTable = !derived.has(table) && !/VIRTUAL TABLE|VALUES CLAUSE/.test(detail);
    return isWhole && isTable && !SMALL.has(table) && !isPage;
  });
}
