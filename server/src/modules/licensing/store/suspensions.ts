import { type ExpressionBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { inList, rowsFrom } from '../../../platform/database/lists.ts';
import type { License, LicensingTables, SuspensionReason } from '../tables.ts';

/** A license whose status or reason of revocation has changed. */
export type ChangedLicense = Pick<
  License,
  'id' | 'customerId' | 'productId' | 'orderId' | 'status' | 'revocationReason'
>;

/**
 * Suspends licenses for a reason; those that already are for this reason stay unchanged. Returns those whose status or
 * reason of revocation changed. A vendor's revocation of a refunded license changes nothing: unseen, it would outlast a
 * refund that fails. The caller holds the locks of the licenses.
 */
export async function suspend(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
  { reason, now }: { readonly reason: SuspensionReason; readonly now: Date },
): Promise<ChangedLicense[]> {
  if (ids.length === 0) return [];
  const db = tx.tables<LicensingTables>();
  const rows = ids.map((licenseId) => ({ accountId, licenseId, reason, suspendedAt: now }));
  await db
    .insertInto('licenseSuspensions')
    .columns(['accountId', 'licenseId', 'reason', 'suspendedAt'])
    .expression(
      db
        .selectFrom(rowsFrom(tx, COLUMNS, rows).as('given'))
        .select(['accountId', 'licenseId', 'reason', 'suspendedAt'])
        .where((eb) =>
          reason === 'Vendor' ? eb.not(eb.exists(refundsOf(tx, accountId))) : sql<boolean>`true`,
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return applySuspensions(tx, accountId, ids);
}

/**
 * Removes the suspensions of licenses for one reason, or for all. Returns those whose status or reason of revocation
 * changed: a license with another suspension stays revoked. The caller holds the locks of the licenses.
 */
export async function resume(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
  reason?: SuspensionReason,
): Promise<ChangedLicense[]> {
  if (ids.length === 0) return [];
  let rows = tx
    .tables<LicensingTables>()
    .deleteFrom('licenseSuspensions')
    .where('accountId', '=', accountId)
    .where(inList(tx, 'licenseId', ids));
  if (reason !== undefined) rows = rows.where('reason', '=', reason);
  await rows.execute();
  return applySuspensions(tx, accountId, ids);
}

/** The suspension for a refund of a license that is `given`. */
function refundsOf(tx: Tx, accountId: string) {
  return tx
    .tables<LicensingTables>()
    .selectFrom('licenseSuspensions')
    .select('licenseSuspensions.licenseId')
    .where('licenseSuspensions.accountId', '=', accountId)
    .where('licenseSuspensions.licenseId', '=', sql<string>`${sql.ref('given.licenseId')}`)
    .where('licenseSuspensions.reason', '=', 'Refund');
}

const COLUMNS = { accountId: 'TEXT', licenseId: 'TEXT', reason: 'TEXT', suspendedAt: 'TIMESTAMP' } as const;

/** Writes what the suspensions of licenses amount to into the licenses, whose statuses are in indexes. */
function applySuspensions(tx: Tx, accountId: string, ids: readonly string[]): Promise<ChangedLicense[]> {
  return tx
    .tables<LicensingTables>()
    .updateTable('licenses')
    .set((eb) => ({
      status: statusNow(eb),
      revocationReason: reasonNow(eb),
      revokedAt: suspensionThatCounts(eb).select('suspendedAt'),
      revision: eb('revision', '+', 1),
    }))
    .where('accountId', '=', accountId)
    .where(inList(tx, 'id', ids))
    .where((eb) =>
      eb.or([eb('status', '<>', statusNow(eb)), eb('revocationReason', 'is distinct from', reasonNow(eb))]),
    )
    .returning(['id', 'customerId', 'productId', 'orderId', 'status', 'revocationReason'])
    .execute();
}

type LicenseExpressions = ExpressionBuilder<LicensingTables, 'licenses'>;

function statusNow(eb: LicenseExpressions) {
  const suspension = suspensionThatCounts(eb).select('reason');
  return eb
    .case()
    .when(eb.exists(suspension))
    .then('Revoked' as const)
    .else('Active' as const)
    .end();
}

function reasonNow(eb: LicenseExpressions) {
  return suspensionThatCounts(eb).select(
    sql<License['revocationReason']>`nullif(${sql.ref('reason')}, 'Vendor')`.as('revocationReason'),
  );
}

/** A refund is final, and what the vendor has revoked outlasts a dispute. */
function suspensionThatCounts(eb: LicenseExpressions) {
  return eb
    .selectFrom('licenseSuspensions')
    .whereRef('licenseSuspensions.accountId', '=', 'licenses.accountId')
    .whereRef('licenseSuspensions.licenseId', '=', 'licenses.id')
    .orderBy(sql`case ${sql.ref('reason')} when 'Refund' then 1 when 'Vendor' then 2 else 3 end`)
    .limit(1);
}
