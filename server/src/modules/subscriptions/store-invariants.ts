import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { type BrokenRow, INVARIANTS, type RulePage } from './store-rules.ts';
import type { SubscriptionTables, Violation, ViolationRow } from './tables.ts';

/** The most violations of a rule that are noted. */
const MOST = 1_000;
/** Rows that one query looks at: an engine that answers in this process does nothing else meanwhile. */
const PAGE = 1_000;

type Rule = (typeof INVARIANTS)[number];

export interface BrokenRule extends BrokenRow {
  readonly violation: Violation;
  readonly sentence: string;
}

/** What breaks the rules of subscriptions, of all accounts; it reads them all. */
export async function brokenInvariants(db: Reader, pageRows = PAGE): Promise<BrokenRule[]> {
  const broken: BrokenRule[] = [];
  for (const rule of INVARIANTS) broken.push(...(await brokenBy(db, rule, pageRows)));
  return broken;
}

/** What breaks one rule, at most `most` rows. It reads a page of rows at a time, and others have their turn between. */
export async function brokenBy(db: Reader, rule: Rule, pageRows = PAGE, most = MOST): Promise<BrokenRule[]> {
  const { violation, sentence } = rule;
  const broken: BrokenRule[] = [];
  for await (const page of pagesOf(db, rule, pageRows)) {
    const query = sql<BrokenRow>`${rule.violations(page)} limit ${most - broken.length}`;
    const { rows } = await query.execute(db.tables<unknown>());
    broken.push(...rows.map((row) => ({ ...row, violation, sentence })));
    if (broken.length === most) break;
    await yieldToOthers();
  }
  return broken;
}

interface Key {
  readonly accountId: string;
  readonly id: string;
}

async function* pagesOf(
  db: Reader,
  { pagesOf: table }: Rule,
  pageRows: number,
): AsyncGenerator<RulePage, void, void> {
  const { engine } = db;
  if (table === null) {
    yield { engine, within: () => sql<SqlBool>`true` };
    return;
  }
  let after: Key = { accountId: '', id: '' };
  for (;;) {
    const page = await nextPage(db, table, { after, pageRows });
    if (page === undefined) return;
    const { accountId, last } = page;
    const first = accountId === after.accountId ? after.id : '';
    yield { engine, within: withinPage(accountId, first, last) };
    after = { accountId, id: last };
  }
}

/**
 * The rows of an account after the first id, up to the last one. An equality and a range are what both engines find in an
 * index: of a range of pairs, SQLite uses one end only, and reads half of the table for each page.
 */
export function withinPage(accountId: string, first: string, last: string): RulePage['within'] {
  return (account, id) =>
    sql<SqlBool>`${sql.ref(account)} = ${accountId} and ${sql.ref(id)} > ${first} and ${sql.ref(id)} <= ${last}`;
}

/** The account of the next rows of a table, and the last of the next ids in it. */
async function nextPage(
  db: Reader,
  table: string,
  { after, pageRows }: { readonly after: Key; readonly pageRows: number },
): Promise<{ readonly accountId: string; readonly last: string } | undefined> {
  const keys = async (condition: RawBuilder<SqlBool>, limit: number) => {
    const query = sql<Key>`select account_id, id from ${sql.table(table)} where ${condition}
      order by account_id, id limit ${limit}`;
    return (await query.execute(db.tables<unknown>())).rows;
  };
  const { accountId, id } = after;
  const own = await keys(sql<SqlBool>`account_id = ${accountId} and id > ${id}`, pageRows);
  const [next] = own.length > 0 ? own : await keys(sql<SqlBool>`account_id > ${accountId}`, 1);
  if (next === undefined) return undefined;
  const page = own.length > 0 ? own : await keys(sql<SqlBool>`account_id = ${next.accountId}`, pageRows);
  return { accountId: next.accountId, last: page.at(-1)?.id ?? next.id };
}

/** Notes what breaks a rule now; nothing else does any more. */
export async function noteViolations(
  tx: Tx,
  rule: Violation,
  { broken, foundAt }: { readonly broken: readonly BrokenRow[]; readonly foundAt: Date },
): Promise<void> {
  const tables = tx.tables<SubscriptionTables>();
  await tables.deleteFrom('violations').where('violation', '=', rule).execute();
  const rows = new Map(broken.map((row) => [`${row.accountId} ${row.subject}`, row]));
  for (const { accountId, subject, subscriptionId } of rows.values())
    await tables
      .insertInto('violations')
      .values({ accountId, violation: rule, subject, subscriptionId, foundAt })
      .execute();
}

/** Shows in each subscription a rule that it breaks, of those that are noted; the others break none. */
export async function showViolations(tx: Tx): Promise<void> {
  const tables = tx.tables<SubscriptionTables>();
  await tables
    .updateTable('subscriptions')
    .set({ violation: null })
    .where('violation', 'is not', null)
    .execute();
  const notes = tables.selectFrom('violations').select(['accountId', 'violation', 'subscriptionId']);
  for (const { accountId, violation, subscriptionId } of await notes.execute()) {
    if (subscriptionId === null) continue;
    await tables
      .updateTable('subscriptions')
      .set({ violation })
      .where('accountId', '=', accountId)
      .where('id', '=', subscriptionId)
      .execute();
  }
}

/** What the last check has found broken in all accounts. */
export async function countBroken(reader: Reader): Promise<number> {
  const violations = reader.tables<SubscriptionTables>().selectFrom('violations');
  const { count } = await violations.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

/** What the last check has found broken in an account and belongs to no subscription, by rule; at most `most`. */
export function listViolations(db: Reader, accountId: string, most: number): Promise<ViolationRow[]> {
  return db
    .tables<SubscriptionTables>()
    .selectFrom('violations')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('subscriptionId', 'is', null)
    .orderBy('violation')
    .orderBy('subject')
    .limit(most)
    .execute();
}
