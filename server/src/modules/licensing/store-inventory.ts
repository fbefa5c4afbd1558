import type { Reader } from '../../platform/database/database.ts';
import { inList } from '../../platform/database/lists.ts';
import { newestFirst, type RowPage } from '../../platform/database/newest-first.ts';
import { usableLicenses } from './store-ownership.ts';
import type { Activation, LicensingTables } from './tables.ts';

/** What a customer has of a product. */
export interface ProductHolding {
  readonly productId: string;
  /** Licenses that can be used now, with the seats they have and the seats that are taken. */
  readonly licenses: number;
  readonly currentActivations: number;
  readonly maxActivations: number;
  readonly trials: number;
  /** When the oldest of these licenses and trials was made. */
  readonly since: Date;
}

/** Everything the customer has, by product, in any order; or only of the products named. */
export async function holdingsOf(
  db: Reader,
  accountId: string,
  customerId: string,
  now: Date,
  productIds?: readonly string[],
): Promise<ProductHolding[]> {
  const licenses = await licenseHoldings(db, accountId, customerId, now, productIds);
  const trials = new Map(
    (await trialHoldings(db, accountId, customerId, productIds)).map((row) => [row.productId, row]),
  );
  const licensed = licenses.map((row) => {
    const trial = trials.get(row.productId);
    trials.delete(row.productId);
    const since = Math.min(row.since, trial?.since ?? Number.POSITIVE_INFINITY);
    return { ...row, trials: trial?.trials ?? 0, since: new Date(since) };
  });
  const onTrial = [...trials.values()].map(({ productId, trials: count, since }) => ({
    productId,
    licenses: 0,
    currentActivations: 0,
    maxActivations: 0,
    trials: count,
    since: new Date(since),
  }));
  return [...licensed, ...onTrial];
}

/** Devices that hold or held a seat of these licenses, the newest first. */
export interface ActivationFilter extends RowPage {
  readonly customerId: string;
  readonly productId?: string | undefined;
  readonly licenseId?: string | undefined;
}

export function listActivations(
  db: Reader,
  accountId: string,
  { customerId, productId, licenseId, ...page }: ActivationFilter,
): Promise<Activation[]> {
  let query = db
    .tables<LicensingTables>()
    .selectFrom('activations')
    .innerJoin('licenses', (join) =>
      join
        .onRef('licenses.accountId', '=', 'activations.accountId')
        .onRef('licenses.id', '=', 'activations.licenseId'),
    )
    .selectAll('activations')
    .where('licenses.accountId', '=', accountId)
    .where('licenses.customerId', '=', customerId);
  if (productId !== undefined) query = query.where('licenses.productId', '=', productId);
  if (licenseId !== undefined) {
    query = query.where('licenses.id', '=', licenseId).where('activations.licenseId', '=', licenseId);
  }
  return newestFirst(query, page, 'activations').execute();
}

async function licenseHoldings(
  db: Reader,
  accountId: string,
  customerId: string,
  now: Date,
  productIds: readonly string[] | undefined,
) {
  let query = usableLicenses(db, accountId, now)
    .select(({ fn }) => [
      'productId',
      fn.countAll<number>().as('licenses'),
      fn.sum<number>('activeActivations').as('currentActivations'),
      fn.sum<number>('maxActivations').as('maxActivations'),
      fn.min<Date | number>('createdAt').as('since'),
    ])
    .where('customerId', '=', customerId);
  if (productIds !== undefined) query = query.where(inList(db, 'productId', productIds));
  const rows = await query.groupBy('productId').execute();
  return rows.map((row) => ({ ...row, since: milliseconds(row.since) }));
}

async function trialHoldings(
  db: Reader,
  accountId: string,
  customerId: string,
  productIds: readonly string[] | undefined,
) {
  let query = db
    .tables<LicensingTables>()
    .selectFrom('trials')
    .select(({ fn }) => [
      'productId',
      fn.countAll<number>().as('trials'),
      fn.min<Date | number>('createdAt').as('since'),
    ])
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId);
  if (productIds !== undefined) query = query.where(inList(db, 'productId', productIds));
  const rows = await query.groupBy('productId').execute();
  return rows.map((row) => ({ ...row, since: milliseconds(row.since) }));
}

/** SQLite gives the result of an expression as it is stored, in milliseconds. */
function milliseconds(moment: Date | number): number {
  return typeof moment === 'number' ? moment : moment.getTime();
}
