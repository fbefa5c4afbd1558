import type { Context } from '../../accounts/index.ts';
import { type Catalog, loadCatalog, type Product } from '../../catalog/index.ts';
import type { AddOnOnDevice } from '../domain/add-ons.ts';
import { hasPassed } from '../domain/license-state.ts';
import { addOnsOf } from '../policies/product-policy.ts';
import {
  findAddOnSeats,
  findTrialsOnDevices,
  type FoundAddOnSeat,
  type UsableProduct,
  usableProductsOf,
} from '../store/add-on-seats.ts';
import type { ProductOwner } from '../store/ownership.ts';
import { trialKey } from '../store/trials.ts';
import type { Trial } from '../tables.ts';

/** A device's activation, with the owner of its license. */
export interface LicensedDevice extends ProductOwner {
  readonly id: string;
  readonly deviceSignature: string;
}

/** What tokens say about the sub-products (`parent.child`) of their products. */
export interface SubProductFacts {
  /** Ids of those that the owner of a product may use. */
  readonly owned: (owner: ProductOwner) => readonly string[];
  /** Those that are included in the license of a device. */
  readonly addOns: (device: LicensedDevice) => readonly AddOnOnDevice[];
}

/** A sub-product of a device's product, whether it is included or not. */
export interface SubProductOnDevice {
  readonly product: Product;
  readonly onDevice: AddOnOnDevice;
  /** Whether a subscription pays for it. */
  readonly isSubscribed: boolean;
  readonly trial: Trial | undefined;
}

/** All sub-products in use of a device's product, in the merchant's order. */
export async function subProductsOnDevice(
  ctx: Context,
  device: LicensedDevice,
  now: Date,
): Promise<SubProductOnDevice[]> {
  const catalog = await loadCatalog(ctx);
  const products = catalog.subProducts(device.productId).filter(({ status }) => status === 'Active');
  if (products.length === 0) return [];
  const ids = products.map(({ id }) => id);
  const { usable, seats, trials } = await readRows(ctx, [device], now, { sold: ids, onDevices: ids });
  return products.map((product) => {
    const row = usable.get(`${device.customerId} ${product.id}`);
    const { deviceSignature } = device;
    const trial = trials.get(trialKey({ productId: product.id, deviceSignature }));
    const seat = seatOf(seats.get(`${device.id} ${product.id}`), now);
    const onDevice = { productId: product.id, seats: seatsIn(row), seat, trial };
    return { product, onDevice, isSubscribed: row?.isSubscribed === true, trial };
  });
}

const NONE: SubProductFacts = { owned: () => [], addOns: () => [] };

/** Reads the facts for all these devices, and for other owners, with one round of reads; none where there are none. */
export async function readSubProducts(
  ctx: Context,
  devices: readonly LicensedDevice[],
  now: Date,
  otherOwners: readonly ProductOwner[] = [],
): Promise<SubProductFacts> {
  const catalog = await loadCatalog(ctx);
  const owners = [...devices, ...otherOwners];
  const products = distinct(owners.flatMap(({ productId }) => subProductIds(catalog, productId)));
  if (products.length === 0) return NONE;
  const onDevices = distinct(
    devices.flatMap(({ productId }) => addOnsOf(catalog, productId).map(({ id }) => id)),
  );
  const rows = await readRows(ctx, owners, now, { sold: products, onDevices });
  return {
    owned: ({ customerId, productId }) =>
      subProductIds(catalog, productId).filter((id) => rows.usable.has(`${customerId} ${id}`)),
    addOns: ({ id: parentId, productId, customerId, deviceSignature }) =>
      addOnsOf(catalog, productId).map(({ id }) => ({
        productId: id,
        seats: seatsIn(rows.usable.get(`${customerId} ${id}`)),
        seat: seatOf(rows.seats.get(`${parentId} ${id}`), now),
        trial: rows.trials.get(trialKey({ productId: id, deviceSignature })),
      })),
  };
}

/**
 * The rows about products for owners, and about those of them that devices can hold, by owner or device and product.
 */
async function readRows(
  { database: { reader }, account }: Context,
  owners: readonly (ProductOwner | LicensedDevice)[],
  now: Date,
  { sold, onDevices }: { readonly sold: readonly string[]; readonly onDevices: readonly string[] },
) {
  const devices = onDevices.length === 0 ? [] : owners.filter((owner) => 'deviceSignature' in owner);
  const customers = distinct(owners.map(({ customerId }) => customerId));
  const signatures = distinct(devices.map(({ deviceSignature }) => deviceSignature));
  const [usable, seats, trials] = await Promise.all([
    usableProductsOf(reader, account.id, { customers, products: sold }, now),
    findAddOnSeats(reader, account.id, distinct(devices.map(({ id }) => id))),
    findTrialsOnDevices(reader, account.id, { products: onDevices, signatures }),
  ]);
  return {
    usable: new Map(usable.map((row) => [`${row.customerId} ${row.productId}`, row])),
    seats: new Map(seats.map((seat) => [`${seat.parentId} ${seat.productId}`, seat])),
    trials: new Map(trials.map((trial) => [trialKey(trial), trial])),
  };
}

function seatsIn(row: UsableProduct | undefined): AddOnOnDevice['seats'] {
  return row && { total: row.total, used: row.used };
}

/** A seat on a license that has ended is none, and nobody released it. */
function seatOf(seat: FoundAddOnSeat | undefined, now: Date): AddOnOnDevice['seat'] {
  if (seat === undefined) return undefined;
  const { status, licenseStatus, expiresAt } = seat;
  if (status === 'Revoked') return { isHeld: false, expiresAt };
  const isUsable = licenseStatus === 'Active' && !hasPassed(expiresAt, now);
  return isUsable ? { isHeld: true, expiresAt } : undefined;
}

/** The ids of the products in use that are sold as parts of this one, in order. */
function subProductIds(catalog: Catalog, productId: string): string[] {
  const ids = catalog.subProducts(productId).flatMap(({ id, status }) => (status === 'Active' ? [id] : []));
  return ids.length > 1 ? ids.toSorted() : ids;
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
