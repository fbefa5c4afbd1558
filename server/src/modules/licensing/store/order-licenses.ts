import type { Reader, Tx } from '../../../platform/database/database.ts';
import type { License, LicensingTables } from '../tables.ts';

/** The data of a license for the rules about returned units. */
export type OrderLicense = Pick<
  License,
  | 'id'
  | 'customerId'
  | 'productId'
  | 'status'
  | 'revocationReason'
  | 'activeActivations'
  | 'orderLineId'
  | 'orderOrdinal'
>;

/** Locks the licenses that an order granted, newest first, until the transaction ends. The caller holds the order's lock. */
export function lockLicensesOfOrder(tx: Tx, accountId: string, orderId: string): Promise<OrderLicense[]> {
  return tx
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .select([
      'id',
      'customerId',
      'productId',
      'status',
      'revocationReason',
      'activeActivations',
      'orderLineId',
      'orderOrdinal',
    ])
    .where('accountId', '=', accountId)
    .where('orderId', '=', orderId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .forUpdate()
    .execute();
}

/** The customers who have licenses of an order, in the order of their ids. */
export async function ownersOfOrder(db: Reader, accountId: string, orderId: string): Promise<string[]> {
  const rows = await db
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .select('customerId')
    .where('accountId', '=', accountId)
    .where('orderId', '=', orderId)
    .execute();
  return [...new Set(rows.map(({ customerId }) => customerId))].toSorted();
}
