import type { Reader, Tx } from '../../../platform/database/database.ts';
import { inList, rowsFrom } from '../../../platform/database/lists.ts';
import type { Activation, LicensingTables } from '../tables.ts';

/** Those of these ids that the account has activations of. */
export async function findActivationIds(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .tables<LicensingTables>()
    .selectFrom('activations')
    .select('id')
    .where('accountId', '=', accountId)
    .where(inList(db, 'id', ids))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

const COLUMNS = {
  accountId: 'TEXT',
  id: 'TEXT',
  licenseId: 'TEXT',
  deviceName: 'TEXT',
  deviceSignature: 'TEXT',
  method: 'TEXT',
  status: 'TEXT',
  firstValidatedAt: 'TIMESTAMP',
  lastValidatedAt: 'TIMESTAMP',
  appVersion: 'TEXT',
  platform: 'TEXT',
  meta: 'JSON',
  countedDay: 'TEXT',
  createdAt: 'TIMESTAMP',
  revokedAt: 'TIMESTAMP',
} as const satisfies Record<keyof Activation, string>;

const COLUMN_NAMES = Object.keys(COLUMNS).filter((name): name is keyof Activation => name in COLUMNS);
const ROWS_PER_INSERT = 2_000;

/** Stores any number of activations. */
export async function insertActivations(tx: Tx, activations: readonly Activation[]): Promise<void> {
  const db = tx.tables<LicensingTables>();
  for (let first = 0; first < activations.length; first += ROWS_PER_INSERT) {
    const rows = rowsFrom(tx, COLUMNS, activations.slice(first, first + ROWS_PER_INSERT));
    await db
      .insertInto('activations')
      .columns(COLUMN_NAMES)
      .expression(db.selectFrom(rows.as('given')).select(COLUMN_NAMES))
      .execute();
  }
}
