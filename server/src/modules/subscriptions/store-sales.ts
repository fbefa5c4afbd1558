import { sql } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';
import { unindexed } from '../../platform/database/unindexed.ts';
import type { Subscription, SubscriptionTables } from './tables.ts';

/** The subscriptions that an order began. */
export function subscriptionsBegunBy(
  db: Reader,
  accountId: string,
  orderId: string,
): Promise<Subscription[]> {
  return db
    .tables<SubscriptionTables>()
    .selectFrom('subscriptions')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('orderId', '=', orderId)
    .execute();
}

/** The products and bundles of which a customer has had free days. */
export async function itemsWithFreeDays(
  db: Reader,
  accountId: string,
  customerId: string,
): Promise<Pick<Subscription, 'productId' | 'bundleId'>[]> {
  return db
    .tables<SubscriptionTables>()
    .selectFrom('subscriptions')
    .select(['productId', 'bundleId'])
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .where(unindexed(sql<boolean>`${sql.ref('freeDays')} > 0`))
    .execute();
}
