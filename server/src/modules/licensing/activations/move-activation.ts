import {
  accountUrl,
  type AccountContext,
  type CommandTx,
  type Context,
  pageOfProduct,
} from '../../accounts/index.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { Product } from '../../catalog/index.ts';
import { lockCustomer } from '../../customers/index.ts';
import {
  coverageOf,
  type CoveringLimits,
  coverageText,
  highestCovered,
  isWithin,
  type ReleaseAccess,
  type ReleaseCoverage,
  toSeconds,
} from '../domain/release-access.ts';
import { loadVersionHistories } from '../../releases/index.ts';
import type { SemanticVersion } from '../../../kernel/version.ts';
import { recordLicensingEvent } from '../events.ts';
import {
  exchangeLicenses,
  findActivation,
  findSeatsOfDevice,
  setActivationLicense,
} from '../store/activations.ts';
import { lockLicense } from '../store/licenses.ts';
import { accessOf, changeActiveActivations, lockLicenseWithFreeSeat } from '../store/seats.ts';
import type { ActivationRecord } from '../store/validations.ts';
import type { License } from '../tables.ts';

type Seat = Pick<ActivationRecord, 'id' | 'licenseId' | 'customerId' | 'productId' | 'deviceSignature'>;

/**
 * Moves a device's activation to another usable license of the same owner that covers its version, in one transaction: to
 * one with a free seat, or in exchange with another seat of the device. Its id stays (policies section 1). Returns whether it
 * is not on its license any more, also because another request has moved or ended it meanwhile; false if no license is left.
 */
export function moveToCoveringLicense(ctx: Context, seat: Seat, covering: CoveringLimits): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    // As when a device takes a seat: of two requests of a customer, the second sees what the first has taken.
    if ((await lockCustomer(tx, seat.customerId)) === undefined) return false;
    const current = await findActivation(tx, tx.account.id, seat.id);
    if (current?.status !== 'Active' || current.licenseId !== seat.licenseId) return true;
    return (await moveSeat(tx, seat, { covering })) !== undefined || exchangeSeat(tx, seat, covering);
  });
}

/** What the license has to be enough for. */
interface MoveTarget {
  readonly covering: CoveringLimits | undefined;
  /** It must work offline. Default: it need not. */
  readonly offline?: boolean;
}

/** The same inside the transaction of a caller that has locked the customer, to a free seat; returns the new license. */
export async function moveSeat(tx: CommandTx, seat: Seat, target: MoveTarget): Promise<License | undefined> {
  const { id, licenseId, customerId, productId, deviceSignature } = seat;
  const owner = { customerId, productId, ...target, withoutDevice: deviceSignature };
  const license = await lockLicenseWithFreeSeat(tx, tx.account.id, owner, tx.clock.now());
  if (license === undefined) return undefined;
  // Before the activation, as a release does, so that the two wait for each other instead of deadlocking.
  await lockLicense(tx, tx.account.id, licenseId);
  // It may have been released, or moved by another request, meanwhile.
  const change = { from: licenseId, to: license.id };
  if (!(await setActivationLicense(tx, tx.account.id, id, change))) return undefined;
  await changeActiveActivations(tx, tx.account.id, license.id, 1);
  await changeActiveActivations(tx, tx.account.id, licenseId, -1);
  recordMove(tx, seat, license.id);
  return license;
}

/**
 * Lets a device's seat change places with another one that the device holds, whose license covers the version: after an
 * import, or when two customers became one. Both stay valid. Not with an offline one: its file would get the limits of a
 * license that it was not made for, and that may forbid offline use. Returns whether there is one.
 */
async function exchangeSeat(tx: CommandTx, seat: Seat, covering: CoveringLimits): Promise<boolean> {
  const { customerId, productId, deviceSignature: signature } = seat;
  const accountId = tx.account.id;
  const now = tx.clock.now();
  const seats = await findSeatsOfDevice(tx, accountId, { customerId, productId, signature }, now);
  const other = seats.find(
    ({ activation, license }) =>
      activation.id !== seat.id && activation.method === 'Online' && isWithin(license, covering),
  );
  if (other === undefined) return false;
  const { activation } = other;
  for (const licenseId of [seat.licenseId, activation.licenseId].toSorted())
    await lockLicense(tx, accountId, licenseId);
  if (!(await exchangeLicenses(tx, accountId, seat, activation))) return false;
  recordMove(tx, seat, activation.licenseId);
  recordMove(tx, { ...seat, id: activation.id, licenseId: activation.licenseId }, seat.licenseId);
  return true;
}

function recordMove(tx: CommandTx, { id, licenseId, customerId, productId }: Seat, to: string): void {
  recordLicensingEvent(tx, {
    type: 'activation.moved',
    subjects: { activation: id, license: [licenseId, to], customer: customerId, product: productId },
    data: {},
  });
}

/** What a license covers, as members of a problem and in responses. */
export function releaseAccessOf({ until, major, upto }: ReleaseCoverage) {
  return {
    ...(until !== undefined && { updatesUntil: new Date(until * 1_000).toISOString() }),
    ...(major !== undefined && { upToMajor: major }),
    ...(upto !== undefined && { upToVersion: upto }),
  };
}

/** The highest version that a license covers once its updates have ended; `undefined` before, and without an end. */
export async function coveredVersions(
  ctx: Context,
): Promise<(license: ReleaseAccess & Pick<License, 'productId'>) => string | undefined> {
  const historyOf = await loadVersionHistories(ctx);
  return (license) => coverageOf(license, historyOf(license.productId), ctx.clock.now()).upto;
}

/** The detail and the members of a refusal because of what a license covers. */
export function coverageRefusal(
  ctx: AccountContext,
  product: Product,
  { coverage, licenseId }: { readonly coverage: ReleaseCoverage; readonly licenseId: string },
) {
  const buyUrl = buyUrlOf(ctx, product);
  const upgradeUrl = buyUrl && `${buyUrl}?license=${licenseId}`;
  return {
    detail: coverageText(coverage, product.name),
    members: {
      releaseAccess: releaseAccessOf(coverage),
      ...(upgradeUrl !== undefined && { upgradeUrl }),
    },
  };
}

/**
 * The page that puts the product into a cart, or the vendor's own; `undefined` where it is not sold. Applications
 * append a query to it, so it has none (policies section 2).
 */
export function buyUrlOf(ctx: AccountContext, { id, isForSale, variations }: Product): string | undefined {
  if (!isForSale || variations.length === 0) return undefined;
  const { buyPageUrl } = ctx.account.settings;
  return pageOfProduct(buyPageUrl ?? `${accountUrl(ctx.config, ctx.account)}/buy`, id);
}

/** What the licenses of an owner cover together, where they do not cover everything. */
export interface OwnerCoverage extends ReturnType<typeof coverageRefusal> {
  /** The highest version that is covered; absent: every version, as long as there are updates. */
  readonly highest: SemanticVersion | undefined;
}

/** What a customer's usable licenses of a product cover; `undefined` where they have no limits. */
export async function coverageOfOwner(
  ctx: Context,
  customerId: string,
  product: Product,
): Promise<OwnerCoverage | undefined> {
  const now = ctx.clock.now();
  const owner = { customerId, productId: product.id };
  const access = await accessOf(ctx.database.reader, ctx.account.id, owner, now);
  if (access === undefined) return undefined;
  const coverage = coverageOf(access, (await loadVersionHistories(ctx))(product.id), now);
  const { licenseId } = access;
  return {
    ...coverageRefusal(ctx, product, { coverage, licenseId }),
    highest: highestCovered(coverage, toSeconds(now)),
  };
}
