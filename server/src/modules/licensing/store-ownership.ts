import type { Reader } from '../../platform/database/database.ts';
import { inList } from '../../platform/database/lists.ts';
import type { License, LicensingTables } from './tables.ts';

/** A customer and a product that the customer may have licenses of. */
export interface ProductOwner {
  readonly customerId: string;
  readonly productId: string;
}

/** The licenses of an account that can be used at a moment: not revoked and not past their end. */
export function usableLicenses(db: Reader, accountId: string, now: Date) {
  return db
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .where('licenses.accountId', '=', accountId)
    .where('licenses.status', '=', 'Active')
    .where((eb) => eb.or([eb('licenses.expiresAt', 'is', null), eb('licenses.expiresAt', '>', now)]));
}

/** Ids of the products that the customer may use at this moment. */
export async function usableProductIds(
  db: Reader,
  accountId: string,
  customerId: string,
  now: Date,
): Promise<string[]> {
  const rows = await usableLicenses(db, accountId, now)
    .select('productId')
    .distinct()
    .where('customerId', '=', customerId)
    .orderBy('productId')
    .execute();
  return rows.map(({ productId }) => productId);
}

/** The products that the customer may use at this moment, each with every end that a license of it has. */
export function usableProductEnds(
  db: Reader,
  accountId: string,
  customerId: string,
  now: Date,
): Promise<Pick<License, 'productId' | 'expiresAt'>[]> {
  return usableLicenses(db, accountId, now)
    .select(['productId', 'expiresAt'])
    .distinct()
    .where('customerId', '=', customerId)
    .execute();
}

/**
 * Which products each of these customers may use at this moment, and which of those by a subscription; sorted by
 * customer and product.
 */
export function usableProductsByCustomer(
  db: Reader,
  accountId: string,
  customerIds: readonly string[],
  now: Date,
): Promise<Pick<License, 'customerId' | 'productId' | 'subscriptionId'>[]> {
  return (
    usableLicenses(db, accountId, now)
      .select(['customerId', 'productId', 'subscriptionId'])
      .distinct()
      .where(inList(db, 'customerId', customerIds))
      // By the product alone, SQLite would read every license of the account in the order of another index.
      .orderBy('customerId')
      .orderBy('productId')
      .execute()
  );
}

/** Which of these products which of these customers may use at this moment. */
export function usableProductsOf(
  db: Reader,
  accountId: string,
  ids: { readonly customers: readonly string[]; readonly products: readonly string[] },
  now: Date,
): Promise<ProductOwner[]> {
  return usableLicenses(db, accountId, now)
    .select(['customerId', 'productId'])
    .distinct()
    .where(inList(db, 'customerId', ids.customers))
    .where(inList(db, 'productId', ids.products))
    .execute();
}
