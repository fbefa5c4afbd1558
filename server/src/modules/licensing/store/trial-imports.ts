import type { Reader, Tx } from '../../../platform/database/database.ts';
import { EVERY_ROW, rowsFrom } from '../../../platform/database/lists.ts';
import type { LicensingTables, Trial } from '../tables.ts';

type TrialDevice = Pick<Trial, 'productId' | 'deviceSignature'>;

/** The unique key of a trial: a product on a device. */
export function trialKey({ productId, deviceSignature }: TrialDevice): string {
  return `trial/${productId}/${deviceSignature}`;
}

/** The trials on these devices, by `trialKey`. */
export async function findTrialIds(
  db: Reader,
  accountId: string,
  devices: readonly TrialDevice[],
): Promise<ReadonlyMap<string, string>> {
  if (devices.length === 0) return new Map();
  const pairs = devices.map(({ productId, deviceSignature }) => ({ productId, deviceSignature }));
  const rows = await db
    .tables<LicensingTables>()
    .selectFrom(rowsFrom(db, { productId: 'TEXT', deviceSignature: 'TEXT' }, pairs).as('given'))
    // Not an inner join, for which SQLite would read all trials of the account first.
    .leftJoin('trials', (join) =>
      join
        .on('trials.accountId', '=', accountId)
        .onRef('trials.productId', '=', 'given.productId')
        .onRef('trials.deviceSignature', '=', 'given.deviceSignature'),
    )
    .select(['trials.id', 'trials.productId', 'trials.deviceSignature'])
    .execute();
  return new Map(
    rows.flatMap(({ id, productId, deviceSignature }) =>
      id === null || productId === null || deviceSignature === null
        ? []
        : [[trialKey({ productId, deviceSignature }), id]],
    ),
  );
}

const COLUMNS = {
  accountId: 'TEXT',
  id: 'TEXT',
  productId: 'TEXT',
  customerId: 'TEXT',
  deviceName: 'TEXT',
  deviceSignature: 'TEXT',
  expiresAt: 'TIMESTAMP',
  lastValidatedAt: 'TIMESTAMP',
  appVersion: 'TEXT',
  platform: 'TEXT',
  meta: 'JSON',
  countedDay: 'TEXT',
  properties: 'JSON',
  convertedAt: 'TIMESTAMP',
  createdAt: 'TIMESTAMP',
  resetAt: 'TIMESTAMP',
  revision: 'INTEGER',
} as const satisfies Record<keyof Trial, string>;

const COLUMN_NAMES = Object.keys(COLUMNS).filter((name): name is keyof Trial => name in COLUMNS);

/**
 * Stores the trials of devices that have not had one of their product, in one statement; returns the ids of the stored
 * ones.
 */
export async function insertNewTrials(tx: Tx, trials: readonly Trial[]): Promise<ReadonlySet<string>> {
  if (trials.length === 0) return new Set();
  const db = tx.tables<LicensingTables>();
  // In a fixed order, so that two imports of the same list do not wait for each other.
  const rows = trials.toSorted((one, other) => (trialKey(one) < trialKey(other) ? -1 : 1));
  const rowIds = await db
    .insertInto('trials')
    .columns(COLUMN_NAMES)
    .expression(
      db
        .selectFrom(rowsFrom(tx, COLUMNS, rows).as('given'))
        .select(COLUMN_NAMES)
        .where(EVERY_ROW),
    )
    .onConflict((conflict) => conflict.columns(['accountId', 'productId', 'deviceSignature']).doNothing())
    .returning('id')
    .execute();
  return new Set(rowIds.map(({ id }) => id));
}
