import { sql, type SqlBool } from 'kysely';
import type { OrderTables } from '../../src/modules/orders/tables.ts';
import type { PaymentTables } from '../../src/modules/payments/tables.ts';
import { type BrokenRow, INVARIANTS } from '../../src/modules/subscriptions/store-rules.ts';
import type { SubscriptionTables } from '../../src/modules/subscriptions/tables.ts';
import type { Reader } from '../../src/platform/database/database.ts';
import { inList } from '../../src/platform/database/lists.ts';

/** What breaks a rule, and what is wrong. */
export interface BrokenRule extends BrokenRow {
  readonly sentence: string;
}

/**
 * What breaks the rules of subscriptions in some of an account's: in their periods and licenses, in all of their orders and
 * payments, and in the numbers of documents. It takes as long as these have rows, however many the others have.
 */
export async function brokenIn(
  db: Reader,
  accountId: string,
  subscriptions: readonly string[],
): Promise<BrokenRule[]> {
  const orders = await ordersOf(db, accountId, subscriptions);
  const ids = { subscriptions, orders, payments: await paymentsOf(db, accountId, orders) };
  const broken: BrokenRule[] = [];
  for (const { pagesOf, violations, sentence } of INVARIANTS) {
    const within = (account: string, id: string) =>
      pagesOf === null
        ? sql<SqlBool>`true`
        : sql<SqlBool>`${sql.ref(account)} = ${accountId} and ${inList(db, id, ids[pagesOf])}`;
    const query = violations({ engine: db.engine, within });
    const { rows } = await query.execute(db.tables<unknown>());
    broken.push(...rows.map((row) => ({ ...row, sentence })));
  }
  return broken;
}

async function ordersOf(db: Reader, accountId: string, subscriptions: readonly string[]): Promise<string[]> {
  const tables = db.tables<SubscriptionTables & OrderTables>();
  const first = tables
    .selectFrom('subscriptions')
    .select('orderId as id')
    .where('accountId', '=', accountId)
    .where(inList(db, 'id', subscriptions));
  const others = tables
    .selectFrom('orders')
    .select('id')
    .where('accountId', '=', accountId)
    .where(inList(db, 'subscriptionId', subscriptions));
  return (await first.union(others).execute()).map(({ id }) => id);
}

async function paymentsOf(db: Reader, accountId: string, orders: readonly string[]): Promise<string[]> {
  const rows = await db
    .tables<PaymentTables>()
    .selectFrom('payments')
    .select('id')
    .where('accountId', '=', accountId)
    .where('subjectKind', '=', 'Order')
    .where(inList(db, 'subjectId', orders))
    .execute();
  return rows.map(({ id }) => id);
}
