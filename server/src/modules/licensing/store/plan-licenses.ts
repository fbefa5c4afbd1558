import type { Reader, Tx } from '../../../platform/database/database.ts';
import { inList } from '../../../platform/database/lists.ts';
import type { License, LicensingTables } from '../tables.ts';

/** A license of a subscription, for the rules about its plan. */
export type PlanLicense = Pick<
  License,
  'id' | 'customerId' | 'productId' | 'status' | 'activeActivations' | 'createdAt'
>;

/** The licenses that a subscription pays for, in any order. */
export function licensesOfSubscription(
  db: Reader,
  accountId: string,
  subscriptionId: string,
): Promise<PlanLicense[]> {
  return ofSubscription(db, accountId, subscriptionId).execute();
}

/** The ids of at most so many licenses of each subscription, newest first, by the subscription's id. */
export async function licenseIdsOf(
  db: Reader,
  accountId: string,
  subscriptionIds: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await db
    .tables<LicensingTables>()
    .selectFrom((eb) =>
      eb
        .selectFrom('licenses')
        .select(({ fn }) => [
          'id',
          'subscriptionId',
          fn
            .agg<number>('row_number')
            .over((over) =>
              over.partitionBy('subscriptionId').orderBy('createdAt', 'desc').orderBy('id', 'desc'),
            )
            .as('place'),
        ])
        .where('accountId', '=', accountId)
        .where('subscriptionId', 'is not', null)
        .where(inList(db, 'subscriptionId', subscriptionIds))
        .as('ranked'),
    )
    .selectAll()
    .where('place', '<=', most)
    .orderBy('place')
    .execute();
  const ids = new Map<string, string[]>(subscriptionIds.map((id) => [id, []]));
  for (const { id, subscriptionId } of rows) ids.get(subscriptionId ?? '')?.push(id);
  return ids;
}

/** The licenses that a subscription pays for, locked until the transaction ends. */
export function lockLicensesOfSubscription(
  tx: Tx,
  accountId: string,
  subscriptionId: string,
): Promise<PlanLicense[]> {
  return ofSubscription(tx, accountId, subscriptionId).forUpdate().execute();
}

/** Changes licenses whose locks the caller holds. */
export async function changeLicenses(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
  changes: Partial<
    Pick<License, 'variationId' | 'updatesUntil' | 'upToMajor' | 'expiresAt' | 'subscriptionId'>
  >,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .tables<LicensingTables>()
    .updateTable('licenses')
    .set((eb) => ({ ...changes, revision: eb('revision', '+', 1) }))
    .where('accountId', '=', accountId)
    .where(inList(tx, 'id', ids))
    .execute();
}

function ofSubscription(db: Reader, accountId: string, subscriptionId: string) {
  return db
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .select(['id', 'customerId', 'productId', 'status', 'activeActivations', 'createdAt'])
    .where('accountId', '=', accountId)
    .where('subscriptionId', '=', subscriptionId);
}
