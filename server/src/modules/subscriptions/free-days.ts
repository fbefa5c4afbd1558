import { readerOf } from '../../platform/context/context.ts';
import type { QueryContext } from '../accounts/index.ts';
import type { ItemReference } from '../pricing/index.ts';
import { itemsWithFreeDays } from './store-sales.ts';

/** Whether a customer has had free days of an item before: everybody has them once (subscriptions, section 3). */
export type FreeDaysUsed = (item: ItemReference) => boolean;

/** What a customer has used up. */
export async function freeDaysUsedBy(ctx: QueryContext, customerId: string): Promise<FreeDaysUsed> {
  const items = await itemsWithFreeDays(readerOf(ctx), ctx.account.id, customerId);
  return ({ type, id }) =>
    items.some(({ productId, bundleId }) => (type === 'Product' ? productId : bundleId) === id);
}
