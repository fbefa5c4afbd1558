import { sql } from 'kysely';
import { compiledOnce } from '../../../platform/database/compiled-once.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { inList } from '../../../platform/database/lists.ts';
import { newestFirst } from '../../../platform/database/newest-first.ts';
import { ACTIVE } from './activations.ts';
import { usableLicenses } from './ownership.ts';
import type {
  ActivationFilter,
  HoldingsFilter,
  LicensingTables,
  ListedActivation,
  ProductHolding,
} from '../tables.ts';

/** The customer's holdings by product, in any order; optionally only of some products. */
export async function holdingsOf(
  db: Reader,
  accountId: string,
  filter: HoldingsFilter,
): Promise<ProductHolding[]> {
  // SQLite returns the result of an expression in its stored form, in milliseconds.
  return (await holdings(db, { ...filter, accountId })).map((row) => ({
    ...row,
    since: new Date(row.since),
  }));
}

const NONE = sql.lit<number>(0);
const ONE = sql.lit<number>(1);

const holdings = compiledOnce((db, filter: HoldingsFilter & { readonly accountId: string }) => {
  const { accountId, customerId, now, productIds } = filter;
  let licenses = usableLicenses(db, accountId, now)
    .select(['productId', ONE.as('licenses'), NONE.as('trials')])
    .select(['activeActivations', 'maxActivations', 'createdAt'])
    .where('customerId', '=', customerId);
  let trials = db
    .tables<LicensingTables>()
    .selectFrom('trials')
    .select(['productId', NONE.as('licenses'), ONE.as('trials')])
    .select([NONE.as('activeActivations'), NONE.as('maxActivations'), 'createdAt'])
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId);
  if (productIds !== undefined) {
    licenses = licenses.where(inList(db, 'productId', productIds));
    trials = trials.where(inList(db, 'productId', productIds));
  }
  return db
    .tables<LicensingTables>()
    .selectFrom(licenses.unionAll(trials).as('held'))
    .select(({ fn }) => [
      'productId',
      fn.sum<number>('licenses').as('licenses'),
      fn.sum<number>('trials').as('trials'),
      fn.sum<number>('activeActivations').as('currentActivations'),
      fn.sum<number>('maxActivations').as('maxActivations'),
      fn.min<Date | number>('createdAt').as('since'),
    ])
    .groupBy('productId');
});

/** Devices that hold or held a seat of these licenses, newest first. */
export function listActivations(
  db: Reader,
  accountId: string,
  filter: ActivationFilter,
): Promise<ListedActivation[]> {
  return activationPage(db, { ...filter, accountId });
}

const activationPage = compiledOnce((db, filter: ActivationFilter & { readonly accountId: string }) => {
  const { accountId, customerId, productId, licenseId, isActive, ...page } = filter;
  let query = db
    .tables<LicensingTables>()
    .selectFrom('licenses')
    // SQLite reads the tables of a cross join in this order; otherwise it would begin with the activations of all
    // accounts.
    .crossJoin('activations')
    .whereRef('activations.accountId', '=', 'licenses.accountId')
    .whereRef('activations.licenseId', '=', 'licenses.id')
    .selectAll('activations')
    .select(['licenses.productId', 'licenses.status as licenseStatus'])
    .select('licenses.expiresAt as licenseExpiresAt')
    .where('licenses.accountId', '=', accountId)
    .where('licenses.customerId', '=', customerId)
    .where('licenses.awaitsEmailKey', 'is', null);
  if (productId !== undefined) query = query.where('licenses.productId', '=', productId);
  if (isActive !== undefined) query = query.where('activations.status', isActive ? '=' : '<>', ACTIVE);
  if (licenseId !== undefined) {
    query = query.where('licenses.id', '=', licenseId).where('activations.licenseId', '=', licenseId);
  }
  return newestFirst(query, page, { table: 'activations' });
});
