import { notFound } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import type { Customer } from '../../customers/index.ts';
import { licenseStatus } from '../domain/license-state.ts';
import { refuseRelease, refuseReleaseDuringPause } from '../policies/license-policy.ts';
import { licensingRules } from '../policies/licensing-rules.ts';
import { releaseNotAllowed } from '../problems.ts';
import { because, recordLicensingEvent } from '../events.ts';
import { type FoundAddOnSeat, findAddOnSeats, findAddOnSeatsOfLicense } from '../store/add-on-seats.ts';
import { findActivation, setActivationRevoked } from '../store/activations.ts';
import { findActivationRecords } from '../store/validations.ts';
import { lockLicense } from '../store/licenses.ts';
import { changeActiveActivations, setLastReleased } from '../store/seats.ts';
import type { ActivationMethod, License } from '../tables.ts';

/**
 * Frees a seat on behalf of the customer (customer API, Inventory); a free seat stays free.
 *
 * Raises `NotFound` unless the activation is of that license and the license is the customer's, `ReleaseNotAllowed` if
 * the license has ended or the rules forbid a release, and `ReleaseTooSoon` during the pause between releases.
 */
export async function releaseActivation(
  ctx: Context,
  customer: Customer,
  ids: { readonly licenseId: string; readonly activationId: string },
): Promise<void> {
  const [record] = await findActivationRecords(
    ctx.database.reader,
    ctx.account.id,
    [ids.activationId],
    ctx.clock.now(),
  );
  if (record === undefined || record.licenseId !== ids.licenseId || record.customerId !== customer.id) {
    throw notFound({ detail: 'There is no such activation.' });
  }
  if (record.activationStatus === 'Revoked') return;
  const license = { status: record.licenseStatus, expiresAt: record.expiresAt };
  if (licenseStatus(license, ctx.clock.now()) !== 'Active') {
    throw releaseNotAllowed({ detail: 'The license has ended, so its devices have no seats to release.' });
  }
  await releaseByOwner(ctx, record);
}

/** Frees a seat if the rules of the product allow its owner to do so. */
export async function releaseByOwner(
  ctx: Context,
  activation: {
    readonly id: string;
    readonly licenseId: string;
    readonly productId: string;
    readonly method: ActivationMethod;
  },
): Promise<void> {
  const rules = (await licensingRules(ctx))(activation.productId);
  refuseRelease(rules, activation.method);
  await transaction(ctx, async (tx) => {
    const license = await releaseSeat(tx, activation);
    // If it was released in the meantime, the request is fulfilled: the pause applies to the next device.
    if (license === undefined) return;
    refuseReleaseDuringPause(license.lastReleasedAt, rules, ctx.clock.now());
    await setLastReleased(tx, ctx.account.id, license.id, ctx.clock.now());
  });
}

/** An activation, and the license that it had when it was read: it may have moved to another one since. */
interface Seat {
  readonly id: string;
  readonly licenseId: string;
}

/**
 * Frees the seat of an activation, if it still holds one, inside the caller's transaction, and the seats of add-ons
 * that belong to it (policies section 3). Returns the license whose seat it was, locked and as it was before. The
 * reason is kept in the journal.
 */
export async function releaseSeat(
  tx: CommandTx,
  activation: Seat,
  reason?: string,
): Promise<License | undefined> {
  const license = await endActivation(tx, activation);
  if (license === undefined) return undefined;
  const { id, customerId, productId } = license;
  await changeActiveActivations(tx, tx.account.id, id, -1);
  recordLicensingEvent(tx, {
    type: 'activation.released',
    subjects: { activation: activation.id, license: id, customer: customerId, product: productId },
    data: because(reason),
  });
  for (const seat of await heldAddOns(tx, activation.id)) {
    await releaseSeat(tx, { id: seat.activationId, licenseId: seat.licenseId });
  }
  return license;
}

/**
 * Ends an active activation, and returns its license. A move to another license (`moveSeat`) waits for the lock, so an
 * activation that is not of the locked license has moved before, and is looked for where it is now.
 */
async function endActivation(tx: CommandTx, { id, licenseId }: Seat): Promise<License | undefined> {
  // The license is locked first, as everywhere, so that two releases wait for each other instead of deadlocking.
  const license = await lockLicense(tx, tx.account.id, licenseId);
  if (await setActivationRevoked(tx, tx.account.id, { id, licenseId }, tx.clock.now())) return license;
  const current = await findActivation(tx, tx.account.id, id);
  if (current?.status !== 'Active' || current.licenseId === licenseId) return undefined;
  return endActivation(tx, current);
}

/** Frees the seats of add-ons that the devices of a license hold, whose customer loses that license. */
export async function releaseAddOnsOfLicense(tx: CommandTx, licenseId: string): Promise<void> {
  const seats = await findAddOnSeatsOfLicense(tx, tx.account.id, licenseId);
  for (const seat of seats.filter(({ status }) => status === 'Active').toSorted(byLicense)) {
    await releaseSeat(tx, { id: seat.activationId, licenseId: seat.licenseId });
  }
}

async function heldAddOns(tx: CommandTx, parentId: string): Promise<FoundAddOnSeat[]> {
  const seats = await findAddOnSeats(tx, tx.account.id, [parentId]);
  return seats.filter(({ status }) => status === 'Active').toSorted(byLicense);
}

/** The order in which licenses are locked. */
function byLicense(one: FoundAddOnSeat, other: FoundAddOnSeat): number {
  return one.licenseId < other.licenseId ? -1 : Number(one.licenseId > other.licenseId);
}
