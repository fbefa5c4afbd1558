import { type ExpressionBuilder, sql } from 'kysely';
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

/** What has changed these licenses themselves, those of each in the order in which they took effect. */
export async function changesOfLicenses(
  db: Reader,
  accountId: string,
  licenseIds: readonly string[],
): Promise<LicenseChangeRow[]> {
  if (licenseIds.length === 0) return [];
  return changes(db, accountId)
    .where(inList(db, 'licenseId', licenseIds))
    .where('keepsLicense', '=', false)
    .orderBy('licenseId')
    .orderBy('position')
    .execute();
}

/** The upgrades and renewals that an order bought, and what the window of grace gave because of them. */
export function changesOfOrder(db: Reader, accountId: string, orderId: string): Promise<LicenseChangeRow[]> {
  return changes(db, accountId).where('orderId', '=', orderId).execute();
}

/** The upgrades of these licenses that granted a license in addition to the old one, and were not taken back. */
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

/** A license in the window of grace of a version. */
export interface GraceCandidate {
  readonly licenseId: string;
  readonly customerId: string;
  readonly createdAt: Date;
  /** When its payment began; null: when it was created. */
  readonly boughtAt: Date | null;
}

/** The window of grace of a version, and the last license of the previous page. */
interface GraceWindow {
  readonly productId: string;
  /** The version. */
  readonly major: number;
  /** An earlier one was bought from then on, … */
  readonly since: Date;
  /** … and before then. */
  readonly until: Date;
  readonly after: GraceCandidate | undefined;
  readonly limit: number;
}

/** The licenses of a product that were bought for an earlier version, or upgraded to one, in a window of grace. */
export async function graceCandidates(
  db: Reader,
  accountId: string,
  { productId, major, since, until, after, limit }: GraceWindow,
): Promise<GraceCandidate[]> {
  const rows = await db
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .select(['id', 'customerId', 'createdAt', 'boughtAt'])
    .where('accountId', '=', accountId)
    .where('productId', '=', productId)
    .where('status', '=', sql.lit('Active' as const))
    .where('expiresAt', 'is', null)
    .where('isFree', '=', false)
    .where('orderId', 'is not', null)
    .where('upToMajor', '<', major)
    .where((eb) =>
      eb.or([
        isBoughtIn(eb, 'licenses', { since, until }),
        eb.exists(
          eb
            .selectFrom('licenseChanges')
            .select('licenseChanges.id')
            .whereRef('licenseChanges.accountId', '=', 'licenses.accountId')
            .whereRef('licenseChanges.licenseId', '=', 'licenses.id')
            .where('licenseChanges.kind', '=', 'Upgrade')
            .where('licenseChanges.isRefunded', '=', false)
            .where('licenseChanges.isDisputed', '=', false)
            .where((change) => isBoughtIn(change, 'licenseChanges', { since, until })),
        ),
      ]),
    )
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('createdAt', 'id'), '<', eb.tuple(after?.createdAt ?? until, after?.licenseId ?? '')),
      ),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id, ...row }) => ({ licenseId: id, ...row }));
}

/** Whether the payment of a license, or of a change of one, began in a window. */
function isBoughtIn<Table extends 'licenses' | 'licenseChanges'>(
  eb: ExpressionBuilder<LicensingTables, Table>,
  table: Table,
  { since, until }: Pick<GraceWindow, 'since' | 'until'>,
) {
  const boughtAt = sql<Date>`coalesce(${sql.ref(`${table}.boughtAt`)}, ${sql.ref(`${table}.createdAt`)})`;
  return eb.and([eb(boughtAt, '>=', since), eb(boughtAt, '<', until)]);
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

/** Sets the end of the updates that a license has without its changes. The caller holds its lock. */
export async function changeBase(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
  baseUpdatesUntil: Date,
): Promise<void> {
  await tx
    .tables<LicensingTables>()
    .updateTable('licenseChanges')
    .set({ baseUpdatesUntil })
    .where('accountId', '=', accountId)
    .where(inList(tx, 'id', ids))
    .execute();
}

function changes(db: Reader, accountId: string) {
  const query = db.tables<LicensingTables>().selectFrom('licenseChanges').selectAll();
  return query.where('accountId', '=', accountId);
}
