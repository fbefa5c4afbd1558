import type { ExpressionBuilder } from 'kysely';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import type { CoveringLimits, ReleaseAccess } from '../domain/release-access.ts';
import { ACTIVE } from './activations.ts';
import { type ProductOwner, usableLicenses } from './ownership.ts';
import type { License, LicensingTables } from '../tables.ts';

/** The customer who needs a seat, and whether the license must work offline. */
interface SeatOwner extends ProductOwner {
  readonly offline?: boolean;
  /** The license must cover a version. */
  readonly covering?: CoveringLimits | undefined;
  /** The license must have no seat of the device with this signature. */
  readonly withoutDevice?: string | undefined;
}

/** Sums over the usable licenses of a product: their number and their seats. */
export async function seatsOf(
  db: Reader,
  accountId: string,
  owner: SeatOwner,
  now: Date,
): Promise<{ licenses: number; seats: number }> {
  const { licenses, seats } = await licensesOf(db, accountId, owner, now)
    .select(({ fn }) => [
      fn.countAll<number>().as('licenses'),
      fn.sum<number | null>('maxActivations').as('seats'),
    ])
    .executeTakeFirstOrThrow();
  return { licenses, seats: seats ?? 0 };
}

/**
 * The license that provides the next seat, locked until the transaction ends: perpetual ones first, then the oldest
 * with a free seat (wire contract section 5).
 */
export function lockLicenseWithFreeSeat(
  tx: Tx,
  accountId: string,
  owner: SeatOwner,
  now: Date,
): Promise<License | undefined> {
  return licensesOf(tx, accountId, owner, now)
    .selectAll()
    .whereRef('activeActivations', '<', 'maxActivations')
    .orderBy((eb) => eb.case().when('expiresAt', 'is', null).then(0).else(1).end())
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

/** Whether a license of the owner has a free seat. */
export async function hasFreeSeat(
  db: Reader,
  accountId: string,
  owner: SeatOwner,
  now: Date,
): Promise<boolean> {
  const free = await licensesOf(db, accountId, owner, now)
    .select('id')
    .whereRef('activeActivations', '<', 'maxActivations')
    .limit(1)
    .executeTakeFirst();
  return free !== undefined;
}

/** Adds to the count of active activations; the table refuses a count below 0 or above the maximum. */
export async function changeActiveActivations(
  tx: Tx,
  accountId: string,
  id: string,
  by: 1 | -1,
): Promise<void> {
  await changing(tx, accountId, id)
    .set((eb) => ({ activeActivations: eb('activeActivations', '+', by) }))
    .execute();
}

/**
 * What an owner's usable licenses of a product cover together, and the one that covers most; `undefined` where one
 * covers everything, or where there is none.
 */
export async function accessOf(
  db: Reader,
  accountId: string,
  owner: ProductOwner,
  now: Date,
): Promise<(ReleaseAccess & { readonly licenseId: string }) | undefined> {
  const licenses = licensesOf(db, accountId, owner, now).select(['id', 'updatesUntil', 'upToMajor']).limit(1);
  const [unlimited, longest, highest] = await Promise.all([
    licenses.where('updatesUntil', 'is', null).where('upToMajor', 'is', null).executeTakeFirst(),
    licenses.where('updatesUntil', 'is not', null).orderBy('updatesUntil', 'desc').executeTakeFirst(),
    licenses.where('upToMajor', 'is not', null).orderBy('upToMajor', 'desc').executeTakeFirst(),
  ]);
  if (unlimited !== undefined || (longest ?? highest) === undefined) return undefined;
  const licenseId = (highest ?? longest)?.id ?? '';
  return { licenseId, updatesUntil: longest?.updatesUntil ?? null, upToMajor: highest?.upToMajor ?? null };
}

/** Records when the owner released a device. */
export async function setLastReleased(tx: Tx, accountId: string, id: string, now: Date): Promise<void> {
  await changing(tx, accountId, id).set({ lastReleasedAt: now }).execute();
}

/** The usable licenses of an owner. */
function licensesOf(
  db: Reader,
  accountId: string,
  { customerId, productId, offline, covering, withoutDevice = '' }: SeatOwner,
  now: Date,
) {
  const licenses = usableLicenses(db, accountId, now)
    .where('customerId', '=', customerId)
    .where('productId', '=', productId)
    .$if(offline === true, (query) => query.where('allowsOffline', '=', true))
    .$if(withoutDevice !== '', (query) => query.where(hasNoSeatOf(withoutDevice)));
  return covering === undefined ? licenses : licenses.where(coveringVersion(covering));
}

/** The rule of `coversVersion` over the limits of licenses. */
function coveringVersion({ major, leastUntil, firstPublished }: CoveringLimits) {
  return (eb: ExpressionBuilder<LicensingTables, 'licenses'>) =>
    eb.or([
      eb.and([eb('updatesUntil', 'is', null), eb('upToMajor', 'is', null)]),
      eb('upToMajor', '>=', major),
      eb('updatesUntil', '>=', leastUntil),
      ...(firstPublished === null
        ? [eb('updatesUntil', 'is not', null)]
        : [eb('updatesUntil', '<', firstPublished)]),
    ]);
}

function changing(tx: Tx, accountId: string, id: string) {
  const query = tx.tables<LicensingTables>().updateTable('licenses');
  return query.where('accountId', '=', accountId).where('id', '=', id);
}

function hasNoSeatOf(signature: string) {
  return (eb: ExpressionBuilder<LicensingTables, 'licenses'>) =>
    eb.not(
      eb.exists(
        eb
          .selectFrom('activations')
          .select('activations.id')
          .whereRef('activations.accountId', '=', 'licenses.accountId')
          .whereRef('activations.licenseId', '=', 'licenses.id')
          .where('activations.deviceSignature', '=', signature)
          .where('activations.status', '=', ACTIVE),
      ),
    );
}
