import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { inList } from '../../../platform/database/lists.ts';
import type { LicensingTables } from '../tables.ts';

interface Owned {
  readonly accountId: string;
  readonly customerId: string;
  readonly productId: string;
}

/** Whether a customer has a license of a product, and may use it, but has not downloaded the product with it. */
export async function hasUndownloaded(
  db: Reader,
  { accountId, customerId, productId }: Owned,
): Promise<boolean> {
  const row = await db
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .select('id')
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .where('productId', '=', productId)
    .where('status', '=', sql.lit('Active' as const))
    .where('awaitsEmailKey', 'is', null)
    .where('downloadedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the first download of each of these licenses. */
export async function setDownloaded(
  tx: Tx,
  { accountId, customerId, productId }: Owned,
  downloadedAt: Date,
): Promise<void> {
  await tx
    .tables<LicensingTables>()
    .updateTable('licenses')
    .set({ downloadedAt })
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .where('productId', '=', productId)
    .where('status', '=', sql.lit('Active' as const))
    .where('awaitsEmailKey', 'is', null)
    .where('downloadedAt', 'is', null)
    .execute();
}

/** The ids of the licenses of a product that a customer may use. */
export async function usableLicenseIds(
  db: Reader,
  { accountId, customerId, productId }: Owned,
): Promise<string[]> {
  const rows = await db
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .select('id')
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .where('productId', '=', productId)
    .where('status', '=', sql.lit('Active' as const))
    .where('awaitsEmailKey', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Stores when what each of these changes gave was downloaded or run; an earlier time stays. */
export async function setChangesUsed(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .tables<LicensingTables>()
    .updateTable('licenseChanges')
    .set({ downloadedAt: at })
    .where('accountId', '=', accountId)
    .where(inList(tx, 'id', ids))
    .where('downloadedAt', 'is', null)
    .execute();
}
