import type { Context } from '../../accounts/index.ts';
import { type Catalog, loadCatalog } from '../../catalog/index.ts';
import type { AddOnOnDevice } from '../domain/add-ons.ts';
import { hasPassed } from '../domain/license-state.ts';
import { addOnsOf } from '../policies/product-policy.ts';
import {
  findAddOnSeats,
  findTrialsOnDevices,
  type FoundAddOnSeat,
  usableProductsOf,
} from '../store/add-on-seats.ts';
import type { ProductOwner } from '../store/ownership.ts';
import { trialKey } from '../store/trials.ts';

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
  const [rows, onDevice] = await Promise.all([
    usableProductsOf(
      ctx.database.reader,
      ctx.account.id,
      { customers: distinct(owners.map(({ customerId }) => customerId)), products },
      now,
    ),
    readDevices(ctx, catalog, devices),
  ]);
  const usable = new Map(rows.map((row) => [`${row.customerId} ${row.productId}`, row]));
  return {
    owned: ({ customerId, productId }) =>
      subProductIds(catalog, productId).filter((id) => usable.has(`${customerId} ${id}`)),
    addOns: (device) =>
      addOnsOf(catalog, device.productId).map(({ id }) => {
        const seats = usable.get(`${device.customerId} ${id}`);
        return {
          productId: id,
          seats: seats && { total: seats.total, used: seats.used },
          seat: seatOf(onDevice.seats.get(`${device.id} ${id}`), now),
          trial: onDevice.trials.get(trialKey({ productId: id, deviceSignature: device.deviceSignature })),
        };
      }),
  };
}

/** The seats and trials of included add-ons on these devices. */
async function readDevices(ctx: Context, catalog: Catalog, all: readonly LicensedDevice[]) {
  const { database, account } = ctx;
  const devices = all.filter(({ productId }) => addOnsOf(catalog, productId).length > 0);
  const [seats, trials] = await Promise.all([
    findAddOnSeats(database.reader, account.id, distinct(devices.map(({ id }) => id))),
    findTrialsOnDevices(database.reader, account.id, {
      products: distinct(
        devices.flatMap(({ productId }) => addOnsOf(catalog, productId).map(({ id }) => id)),
      ),
      signatures: distinct(devices.map(({ deviceSignature }) => deviceSignature)),
    }),
  ]);
  return {
    seats: new Map(seats.map((seat) => [`${seat.parentId} ${seat.productId}`, seat])),
    trials: new Map(trials.map((trial) => [trialKey(trial), trial])),
  };
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
