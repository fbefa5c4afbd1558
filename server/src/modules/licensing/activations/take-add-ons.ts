import type { CommandTx } from '../../accounts/index.ts';
import { lockCustomer } from '../../customers/index.ts';
import { countedDay } from '../domain/days.ts';
import { recordLicensingEvent } from '../events.ts';
import { findActivation, findActivationOfDevice, insertActivation } from '../store/activations.ts';
import { findAddOnSeats, putAddOnSeat } from '../store/add-on-seats.ts';
import { lockLicense } from '../store/licenses.ts';
import { changeActiveActivations, lockLicenseWithFreeSeat } from '../store/seats.ts';
import { setTrialConverted } from '../store/trials.ts';
import { addTrials } from '../store/usage.ts';
import type { Activation, License } from '../tables.ts';
import { releaseSeat } from './release-activation.ts';

/** Add-ons for a device: those of its activation of the product that they belong to. */
interface AddOnRequest {
  readonly activationId: string;
  readonly customerId: string;
  /** Whole ids of add-ons that are included in the license. */
  readonly productIds: readonly string[];
  /** Also a seat that was released on this device. */
  readonly takesBackReleased?: boolean;
}

/**
 * Takes a free seat of each of these add-ons for a device, unless it has one or it was released there (policies section
 * 3); one without a free seat is left out. A device that has a seat of its own gets that one. Returns the ids of the
 * add-ons that the device has a seat of now; none, if the device itself has lost its seat.
 */
export async function takeAddOnSeats(
  tx: CommandTx,
  { activationId, customerId, productIds, takesBackReleased = false }: AddOnRequest,
): Promise<string[]> {
  if (productIds.length === 0) return [];
  const parent = await lockParent(tx, activationId, customerId);
  if (parent === undefined) return [];
  const seats = await findAddOnSeats(tx, tx.account.id, [activationId]);
  const withSeat: string[] = [];
  for (const productId of productIds.toSorted()) {
    const before = seats.find((each) => each.productId === productId);
    if (before?.status === 'Revoked' && !takesBackReleased) continue;
    const owner = { customerId, productId };
    const seat =
      (await findActivationOfDevice(
        tx,
        tx.account.id,
        { ...owner, signature: parent.deviceSignature },
        tx.clock.now(),
      )) ?? (await takeFreeSeat(tx, parent, owner));
    if (seat === undefined) continue;
    withSeat.push(productId);
    if (seat.id === before?.activationId) continue;
    // On a license that has ended: should it be restored, the device has a seat already.
    if (before?.status === 'Active') {
      await releaseSeat(tx, { id: before.activationId, licenseId: before.licenseId });
    }
    await putAddOnSeat(tx, {
      accountId: tx.account.id,
      parentId: activationId,
      productId,
      activationId: seat.id,
    });
  }
  return withSeat;
}

/**
 * The device's activation, whose release waits until the transaction ends; `undefined` if it was released. The customer
 * is locked first, as everywhere, so that two requests of one device do not take two seats.
 */
async function lockParent(
  tx: CommandTx,
  activationId: string,
  customerId: string,
): Promise<Activation | undefined> {
  if ((await lockCustomer(tx, customerId)) === undefined) return undefined;
  const activation = await findActivation(tx, tx.account.id, activationId);
  const license = activation && (await lockLicense(tx, tx.account.id, activation.licenseId));
  if (license?.customerId !== customerId) return undefined;
  const parent = await findActivation(tx, tx.account.id, activationId);
  return parent?.status === 'Active' ? parent : undefined;
}

async function takeFreeSeat(
  tx: CommandTx,
  parent: Activation,
  owner: Pick<License, 'customerId' | 'productId'>,
): Promise<Activation | undefined> {
  const now = tx.clock.now();
  const license = await lockLicenseWithFreeSeat(tx, tx.account.id, owner, now);
  if (license === undefined) return undefined;
  await changeActiveActivations(tx, tx.account.id, license.id, 1);
  const activation: Activation = {
    ...parent,
    id: tx.ids.guid(),
    licenseId: license.id,
    firstValidatedAt: now,
    lastValidatedAt: now,
    appVersion: null,
    platform: null,
    meta: null,
    countedDay: null,
    signingKid: null,
    createdAt: now,
    revokedAt: null,
  };
  await insertActivation(tx, activation);
  recordLicensingEvent(tx, {
    type: 'activation.created',
    subjects: {
      activation: activation.id,
      license: license.id,
      customer: owner.customerId,
      product: owner.productId,
    },
    data: { method: activation.method },
  });
  const device = { productId: owner.productId, signature: parent.deviceSignature };
  if (await setTrialConverted(tx, tx.account.id, device, now)) {
    const day = countedDay(now, activation.id);
    await addTrials(tx, tx.account.id, day, { productId: owner.productId, converted: 1 });
  }
  return activation;
}
