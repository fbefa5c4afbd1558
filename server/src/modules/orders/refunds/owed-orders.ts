import type { Reader } from '../../../platform/database/database.ts';
import type { OwedOrder } from '../tables.ts';
import { pageOwedOrders } from './store-owed.ts';

/**
 * The orders of which money of the payment that paid is owed and can go back by itself, of an account or of all, `atOnce` at a time: by account,
 * newest first.
 */
export async function* owedOrders(
  db: Reader,
  { accountId, atOnce = 100 }: { readonly accountId?: string; readonly atOnce?: number } = {},
): AsyncGenerator<readonly OwedOrder[]> {
  let page: OwedOrder[];
  let after: OwedOrder | undefined;
  do {
    page = await pageOwedOrders(db, { accountId, after, limit: atOnce });
    const some = page.filter(({ owed }) => owed?.isGivenUp !== true);
    if (some.length > 0) yield some;
    after = page.at(-1);
  } while (page.length === atOnce);
}
