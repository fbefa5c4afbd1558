import type { Reader, Tx } from '../../../platform/database/database.ts';
import { inList } from '../../../platform/database/lists.ts';
import type { License, LicensingTables } from '../tables.ts';

/** A license of a subscription, for the rules about its plan. */
export type PlanLicense = Pick<
  License,
  'id' | 'customerId' | 'productId' | 'orderId' | 'status' | 'activeActivations' | 'createdAt'
>;

/** The licenses that a subscription pays for, in any order. */
export function licensesOfSubscription(
  db: Reader,
  accountId: string,
  subscriptionId: string,
): Promise<PlanLicense[]> {
  return ofSubscription(db, accountId, subscriptionId).execute();
}

/** The same, locked until the transaction ends. */
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
    .select(['id', 'customerId', 'productId', 'orderId', 'status', 'activeActivations', 'createdAt'])
    .where('accountId', '=', accountId)
    .where('subscriptionId', '=', subscriptionId);
}
