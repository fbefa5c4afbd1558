import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/**
 * The ids of methods that completed orders of a customer have saved and no subscription is charged to. An order that is
 * being fulfilled may be about to begin one.
 */
export async function orphanMethods(
  tx: Tx,
  { accountId, customerId }: { readonly accountId: string; readonly customerId: string },
  limit: number,
): Promise<readonly string[]> {
  const query = sql<{ readonly id: string }>`
    select m.id from orders o
      inner join payments p on p.account_id = o.account_id and p.subject_kind = 'Order' and p.subject_id = o.id
      inner join saved_payment_methods m on m.account_id = p.account_id and m.payment_id = p.id
      where o.account_id = ${accountId} and o.customer_id = ${customerId} and o.status = 'Completed'
        and m.status = 'Usable'
        and not exists (select 1 from subscriptions s where s.account_id = m.account_id and s.method_id = m.id)
      order by m.id limit ${limit}`;
  const { rows } = await query.execute(tx.tables<unknown>());
  return rows.map(({ id }) => id);
}
