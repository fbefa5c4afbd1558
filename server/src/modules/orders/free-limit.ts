import type { Reader } from '../../platform/database/database.ts';
import type { Account } from '../accounts/index.ts';
import type { Catalog } from '../catalog/index.ts';
import { countFreeLicenses } from '../licensing/index.ts';
import type { Purchase } from '../payments/index.ts';
import { freeLimitReached } from './problems.ts';

/** Ids of the lines of a purchase that cost nothing. */
export function freeLineIds({ quote }: Pick<Purchase, 'quote'>): ReadonlySet<string> {
  return new Set(quote.lines.filter(({ dueMinor }) => dueMinor === 0).map(({ id }) => id));
}

/**
 * Raises 409 `FreeLimitReached` when the lines that cost nothing give a customer more licenses of a product than the
 * account lets one customer have for free, those of earlier orders included. It is certain only for a caller that
 * holds the lock of the customer; without a customer yet, only this purchase counts.
 */
export async function refuseBeyondFreeLimit(
  db: Reader,
  account: Account,
  catalog: Catalog,
  { content, customerId }: { readonly content: Purchase; readonly customerId: string | undefined },
): Promise<void> {
  const limit = account.settings.freeLicensesPerCustomer;
  const free = freeLineIds(content);
  const grants = content.grants.filter(({ lineId }) => free.has(lineId));
  for (const [productId, ofProduct] of Map.groupBy(grants, (grant) => grant.productId)) {
    const wanted = ofProduct.reduce((sum, { quantity }) => sum + quantity, 0);
    const had =
      customerId === undefined ? 0 : await countFreeLicenses(db, account.id, { customerId, productId });
    if (had + wanted <= limit) continue;
    const name = catalog.product(productId)?.name ?? productId;
    const licenses = limit === 1 ? '1 free license' : `${limit} free licenses`;
    throw freeLimitReached({
      detail: `Each customer can get ${licenses} of ${name}. This order would go beyond that.`,
    });
  }
}
