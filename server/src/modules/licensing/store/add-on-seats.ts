import type { Reader, Tx } from '../../../platform/database/database.ts';
import { inList } from '../../../platform/database/lists.ts';
import type { Activation, AddOnSeat, License, LicensingTables, Trial } from '../tables.ts';
import { type ProductOwner, usableLicenses } from './ownership.ts';

/** Customers and products, in every combination. */
interface OwnerIds {
  readonly customers: readonly string[];
  readonly products: readonly string[];
}

/** A product that a customer may use now, with all seats of it. */
export interface UsableProduct extends ProductOwner {
  readonly total: number;
  readonly used: number;
  /** Whether a subscription pays for a license of it. */
  readonly isSubscribed: boolean;
}

/** Those of the products that each of these customers may use now. */
export async function usableProductsOf(
  db: Reader,
  accountId: string,
  { customers, products }: OwnerIds,
  now: Date,
): Promise<UsableProduct[]> {
  const rows = await usableLicenses(db, accountId, now)
    .select((eb) => [
      'customerId',
      'productId',
      eb.fn.sum<number>('maxActivations').as('total'),
      eb.fn.sum<number>('activeActivations').as('used'),
      eb.fn
        .count<number>(eb.case().when('expiresAt', 'is not', null).then(eb.ref('subscriptionId')).end())
        .as('subscriptions'),
    ])
    .where(inList(db, 'customerId', customers))
    .where(inList(db, 'productId', products))
    .groupBy(['customerId', 'productId'])
    .execute();
  return rows.map(({ subscriptions, ...row }) => ({ ...row, isSubscribed: subscriptions > 0 }));
}

/** The seat of an add-on, with what decides whether it can be used. */
export type FoundAddOnSeat = AddOnSeat &
  Pick<Activation, 'licenseId' | 'status'> &
  Pick<License, 'expiresAt'> & { readonly licenseStatus: License['status'] };

/** The seats of add-ons that belong to these activations, also those that were released. */
export async function findAddOnSeats(
  db: Reader,
  accountId: string,
  parentIds: readonly string[],
): Promise<FoundAddOnSeat[]> {
  if (parentIds.length === 0) return [];
  return seatsWithLicenses(db, accountId)
    .where(inList(db, 'addOnSeats.parentId', parentIds))
    .execute();
}

/** The seats that the add-ons of a license's devices hold: they belong to activations of that license. */
export function findAddOnSeatsOfLicense(
  db: Reader,
  accountId: string,
  licenseId: string,
): Promise<FoundAddOnSeat[]> {
  return seatsWithLicenses(db, accountId)
    .where('addOnSeats.parentId', 'in', (eb) =>
      eb
        .selectFrom('activations as parent')
        .select('parent.id')
        .where('parent.accountId', '=', accountId)
        .where('parent.licenseId', '=', licenseId),
    )
    .execute();
}

/** Makes an activation the seat of an add-on on a device, in place of the one that it had; it belongs to one device. */
export async function putAddOnSeat(tx: Tx, seat: AddOnSeat): Promise<void> {
  const { accountId, activationId } = seat;
  const db = tx.tables<LicensingTables>();
  await db
    .deleteFrom('addOnSeats')
    .where('accountId', '=', accountId)
    .where('activationId', '=', activationId)
    .execute();
  await db
    .insertInto('addOnSeats')
    .values(seat)
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'parentId', 'productId']).doUpdateSet({ activationId }),
    )
    .execute();
}

/** Forgets which devices had seats of these licenses: they lost them with the license, and nobody released them. */
export async function forgetAddOnSeats(
  tx: Tx,
  accountId: string,
  licenseIds: readonly string[],
): Promise<void> {
  if (licenseIds.length === 0) return;
  await tx
    .tables<LicensingTables>()
    .deleteFrom('addOnSeats')
    .where('accountId', '=', accountId)
    .where((eb) =>
      eb(
        'activationId',
        'in',
        eb
          .selectFrom('activations')
          .select('activations.id')
          .where('activations.accountId', '=', accountId)
          .where(inList(tx, 'activations.licenseId', licenseIds)),
      ),
    )
    .execute();
}

/** The trials of these products on these devices, of every combination. */
export async function findTrialsOnDevices(
  db: Reader,
  accountId: string,
  { products, signatures }: { readonly products: readonly string[]; readonly signatures: readonly string[] },
): Promise<Trial[]> {
  if (products.length === 0 || signatures.length === 0) return [];
  return db
    .tables<LicensingTables>()
    .selectFrom('trials')
    .selectAll()
    .where('accountId', '=', accountId)
    .where(inList(db, 'productId', products))
    .where(inList(db, 'deviceSignature', signatures))
    .execute();
}

function seatsWithLicenses(db: Reader, accountId: string) {
  return db
    .tables<LicensingTables>()
    .selectFrom('addOnSeats')
    .innerJoin('activations', (join) =>
      join
        .onRef('activations.accountId', '=', 'addOnSeats.accountId')
        .onRef('activations.id', '=', 'addOnSeats.activationId'),
    )
    .innerJoin('licenses', (join) =>
      join
        .onRef('licenses.accountId', '=', 'activations.accountId')
        .onRef('licenses.id', '=', 'activations.licenseId'),
    )
    .selectAll('addOnSeats')
    .select(['activations.licenseId', 'activations.status', 'licenses.expiresAt'])
    .select('licenses.status as licenseStatus')
    .where('addOnSeats.accountId', '=', accountId);
}
