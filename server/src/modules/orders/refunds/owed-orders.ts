import type { Reader } from '../../../platform/database/database.ts';
import type { OwedOrder } from '../tables.ts';
import { pageOwedOrders } from './store-owed.ts';

/**
 * The orders of which money of the payment that paid is owed, of an account or of all, `atOnce` at a time: by account,
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
    if (page.length > 0) yield page;
    after = page.at(-1);
  } while (page.length === atOnce);
}
