import type { Reader, Tx } from '../../../platform/database/database.ts';
import { inList } from '../../../platform/database/lists.ts';
import type { LicenseChangeRow, LicensingTables } from '../tables.ts';

/** The upgrades and renewals of a license, in the order in which they took effect. */
export function changesOfLicense(
  db: Reader,
  accountId: string,
  licenseId: string,
): Promise<LicenseChangeRow[]> {
  return changes(db, accountId).where('licenseId', '=', licenseId).orderBy('position').execute();
}

/** The upgrades and renewals that an order bought. */
export function changesOfOrder(db: Reader, accountId: string, orderId: string): Promise<LicenseChangeRow[]> {
  return changes(db, accountId).where('orderId', '=', orderId).execute();
}

/** Those of these licenses that gave a new license beside them, and were not taken back. */
export function keptUpgrades(
  db: Reader,
  accountId: string,
  licenseIds: readonly string[],
): Promise<LicenseChangeRow[]> {
  return changes(db, accountId)
    .where(inList(db, 'licenseId', licenseIds))
    .where('keepsLicense', '=', true)
    .where('isRefunded', '=', false)
    .where('isDisputed', '=', false)
    .execute();
}

/** Stores a change; false, and nothing is stored, if the window of grace already gave the license this version. */
export async function insertChange(tx: Tx, row: LicenseChangeRow): Promise<boolean> {
  const inserted = await tx
    .tables<LicensingTables>()
    .insertInto('licenseChanges')
    .values(row)
    .$if(row.kind === 'Grace', (query) => query.onConflict((conflict) => conflict.doNothing()))
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Sets whether changes are refunded, disputed or settled. The caller holds the locks of their licenses. */
export async function markChanges(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
  marks: Partial<Pick<LicenseChangeRow, 'isRefunded' | 'isDisputed' | 'isSettled'>>,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .tables<LicensingTables>()
    .updateTable('licenseChanges')
    .set(marks)
    .where('accountId', '=', accountId)
    .where(inList(tx, 'id', ids))
    .execute();
}

function changes(db: Reader, accountId: string) {
  const query = db.tables<LicensingTables>().selectFrom('licenseChanges').selectAll();
  return query.where('accountId', '=', accountId);
}
