import type { Reader, Tx } from '../../../platform/database/database.ts';
import { inList } from '../../../platform/database/lists.ts';
import type { JoinableLicense, License, LicensingTables } from '../tables.ts';

/** Licenses by the vendor's own ids; those that the account does not have are omitted. */
export async function readJoinable(
  db: Reader,
  accountId: string,
  externalIds: readonly string[],
): Promise<JoinableLicense[]> {
  if (externalIds.length === 0) return [];
  return db
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .select([
      'id',
      'externalId',
      'customerId',
      'productId',
      'status',
      'subscriptionId',
      'orderId',
      'expiresAt',
    ])
    .where('accountId', '=', accountId)
    .where(inList(db, 'externalId', externalIds))
    .execute();
}

/** Gives a license with an end, of no order or subscription, to a subscription; false if it is another by now. */
export async function writeJoin(
  tx: Tx,
  accountId: string,
  id: string,
  changes: Pick<
    License,
    'expiresAt' | 'subscriptionId' | 'orderId' | 'orderLineId' | 'orderOrdinal' | 'variationId'
  >,
): Promise<boolean> {
  const joined = await tx
    .tables<LicensingTables>()
    .updateTable('licenses')
    .set((eb) => ({ ...changes, revision: eb('revision', '+', 1) }))
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where('subscriptionId', 'is', null)
    .where('orderId', 'is', null)
    .where('expiresAt', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return joined !== undefined;
}
