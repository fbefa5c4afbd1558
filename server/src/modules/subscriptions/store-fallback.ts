import type { Reader } from '../../platform/database/database.ts';
import type { Period, Subscription, SubscriptionTables } from './tables.ts';

/** Periods of a subscription from a number on, newest first, before the number of the last one of the page before. */
export function newestPeriods(
  db: Reader,
  { accountId, id }: Pick<Subscription, 'accountId' | 'id'>,
  {
    from,
    before,
    limit,
  }: { readonly from: number; readonly before: number | undefined; readonly limit: number },
): Promise<Period[]> {
  const periods = db
    .tables<SubscriptionTables>()
    .selectFrom('subscriptionPeriods')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('subscriptionId', '=', id)
    .where('number', '>=', from)
    .$if(before !== undefined, (query) => query.where('number', '<', before ?? 0));
  return periods.orderBy('number', 'desc').limit(limit).execute();
}
