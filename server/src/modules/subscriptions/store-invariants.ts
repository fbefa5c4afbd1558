import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { type BrokenRow, INVARIANTS } from './store-rules.ts';
import type { SubscriptionTables, Violation, ViolationRow } from './tables.ts';

/** The most violations of a rule that are noted. */
const MOST = 1_000;

interface BrokenRule extends BrokenRow {
  readonly violation: Violation;
  readonly sentence: string;
}

/** What breaks the rules of subscriptions, of all accounts; it reads them all. */
export async function brokenInvariants(db: Reader): Promise<BrokenRule[]> {
  const broken: BrokenRule[] = [];
  for (const { violation, sentence, violations } of INVARIANTS) {
    const query = typeof violations === 'function' ? violations(db) : violations;
    const { rows } = await sql<BrokenRow>`${query} limit ${MOST}`.execute(db.tables<unknown>());
    broken.push(...rows.map((row) => ({ ...row, violation, sentence })));
  }
  return broken;
}

/** Notes what breaks a rule now, also in its subscription; nothing else does any more. */
export async function noteViolations(tx: Tx, broken: readonly BrokenRule[], foundAt: Date): Promise<void> {
  const tables = tx.tables<SubscriptionTables>();
  await tables.deleteFrom('violations').execute();
  await tables
    .updateTable('subscriptions')
    .set({ violation: null })
    .where('violation', 'is not', null)
    .execute();
  const rows = new Map(broken.map((row) => [`${row.accountId} ${row.violation} ${row.subject}`, row]));
  for (const { violation, accountId, subject, subscriptionId } of rows.values()) {
    await tables
      .insertInto('violations')
      .values({ accountId, violation, subject, subscriptionId, foundAt })
      .execute();
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
