import { sql } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';

/** A saved method that nothing is charged to. */
interface OrphanMethod {
  readonly accountId: string;
  readonly id: string;
}

/** Which methods are looked at; absent: all. */
interface MethodsOf extends Partial<OrphanMethod> {
  /** The customer whose orders have saved them. */
  readonly customerId?: string | undefined;
}

/**
 * Methods that completed orders have saved and no subscription is charged to. An order that is being fulfilled may be about
 * to begin one.
 */
export async function orphanMethods(
  db: Reader,
  { accountId, id, customerId }: MethodsOf,
  limit: number,
): Promise<readonly OrphanMethod[]> {
  const conditions = [
    sql`m.status = 'Usable' and p.subject_kind = 'Order' and o.status = 'Completed'`,
    ...(accountId === undefined ? [] : [sql`m.account_id = ${accountId}`]),
    ...(id === undefined ? [] : [sql`m.id = ${id}`]),
    ...(customerId === undefined ? [] : [sql`o.customer_id = ${customerId}`]),
    sql`not exists (select 1 from subscriptions s where s.account_id = m.account_id and s.method_id = m.id)`,
  ];
  const query = sql<OrphanMethod>`
    select m.account_id, m.id from saved_payment_methods m
      inner join payments p on p.account_id = m.account_id and p.id = m.payment_id
      inner join orders o on o.account_id = p.account_id and o.id = p.subject_id
      where ${sql.join(conditions, sql` and `)} order by m.account_id, m.id limit ${limit}`;
  const { rows } = await query.execute(db.tables<unknown>());
  return rows;
}
