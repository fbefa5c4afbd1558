import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { unindexed } from '../../../platform/database/unindexed.ts';
import type { License, LicensingTables } from '../tables.ts';

/** The licenses of a subscription that keep working, and the end of their updates. */
export interface FallbackLicenses {
  readonly subscriptionId: string;
  readonly updatesUntil: Date;
  /** Only licenses that were granted before have earned it, … */
  readonly grantedBefore: Date;
  /** … and those of this order; null: of none. */
  readonly grantedBy: string | null;
}

type ChangedLicense = Pick<License, 'id' | 'customerId' | 'productId'>;

/** Makes licenses that end and have no limits perpetual, with an end of their updates; returns them. */
export function startFallback(
  tx: Tx,
  accountId: string,
  { subscriptionId, updatesUntil, grantedBefore, grantedBy }: FallbackLicenses,
): Promise<ChangedLicense[]> {
  return tx
    .tables<LicensingTables>()
    .updateTable('licenses')
    .set((eb) => ({ expiresAt: null, updatesUntil, revision: eb('revision', '+', 1) }))
    .where('accountId', '=', accountId)
    .where('subscriptionId', '=', subscriptionId)
    .where('expiresAt', 'is not', null)
    .where('updatesUntil', 'is', null)
    .where('upToMajor', 'is', null)
    .where((eb) =>
      eb.or([
        unindexed(sql<boolean>`${sql.ref('createdAt')} < ${grantedBefore}`),
        ...(grantedBy === null ? [] : [unindexed(sql<boolean>`${sql.ref('orderId')} = ${grantedBy}`)]),
      ]),
    )
    .returning(['id', 'customerId', 'productId'])
    .execute();
}

/**
 * Gives the same licenses an end, and takes their limits away, also those of upgrades that were bought meanwhile for the
 * same product; returns them.
 */
export function endFallback(
  tx: Tx,
  accountId: string,
  {
    subscriptionId,
    updatesUntil,
    expiresAt,
  }: Omit<FallbackLicenses, 'grantedBefore' | 'grantedBy'> & { readonly expiresAt: Date },
): Promise<ChangedLicense[]> {
  return tx
    .tables<LicensingTables>()
    .updateTable('licenses')
    .set((eb) => ({
      expiresAt,
      updatesUntil: null,
      upToMajor: null,
      revision: eb('revision', '+', 1),
    }))
    .where('accountId', '=', accountId)
    .where('subscriptionId', '=', subscriptionId)
    .where('expiresAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('updatesUntil', '=', updatesUntil), eb('upToMajor', 'is', null)]),
        eb.exists(
          eb
            .selectFrom('licenseChanges')
            .select('licenseChanges.id')
            .whereRef('licenseChanges.accountId', '=', 'licenses.accountId')
            .whereRef('licenseChanges.licenseId', '=', 'licenses.id')
            .whereRef('licenseChanges.baseProductId', '=', 'licenses.productId')
            .where('licenseChanges.baseUpdatesUntil', '=', updatesUntil)
            .where('licenseChanges.baseUpToMajor', 'is', null)
            .where('licenseChanges.isSettled', '=', false)
            .where('licenseChanges.keepsLicense', '=', false),
        ),
      ]),
    )
    .returning(['id', 'customerId', 'productId'])
    .execute();
}
