import type { CommandTx } from '../../accounts/index.ts';
import { type Customer, lockCustomer } from '../../customers/index.ts';
import {
  licensesKept,
  licensesPaidAgain,
  licensesToGiveBack,
  licensesToTakeBack,
} from '../domain/returned-licenses.ts';
import { markUpgradesOfOrder } from './upgrade-license.ts';
import { groupsOfEvents, recordLicensingEvent } from '../events.ts';
import type { LicenseGroup } from '../store/licenses.ts';
import { lockLicensesIn, type OrderLicense, ownersIn, setFree } from '../store/order-licenses.ts';
import { type ChangedLicense, resume, suspend } from '../store/suspensions.ts';

/** Units of an order line to refund. */
export interface ReturnedUnits {
  readonly lineId: string;
  /** The units of this refund, … */
  readonly quantity: number;
  /** … and those of all valid refunds that took licenses back: including this one, unless it failed. */
  readonly returnedInAll: number;
}

/**
 * Revokes licenses of refunded units of an order: for each unit one of each product of the line, those without paid
 * changes first, of these those without devices, and of these the newest. The caller holds the order's lock. Returns
 * the number of licenses taken back.
 */
export async function revokeReturnedLicenses(
  tx: CommandTx,
  orderId: string,
  units: readonly ReturnedUnits[],
): Promise<number> {
  const licenses = await lockLicensesIn(tx, tx.account.id, { orderId });
  const revoked = chooseOfUnits(licenses, units, licensesToTakeBack);
  await revoke(tx, revoked, 'Refund');
  await markUpgradesOfOrder(tx, orderId, { isRefunded: true }, units.map(lineIdOf));
  return revoked.length;
}

/**
 * How many units of an order a subscription pays for: not those that it has given up, nor those whose licenses went back.
 * The caller holds the locks of both.
 */
export async function unitsInSubscription(
  tx: CommandTx,
  { orderId, subscriptionId }: { readonly orderId: string; readonly subscriptionId: string },
): Promise<number> {
  const licenses = await lockLicensesIn(tx, tx.account.id, { orderId });
  const own = licenses.filter(
    (license) => license.subscriptionId === subscriptionId && license.revocationReason !== 'Refund',
  );
  const products = Map.groupBy(own, ({ grantedProductId }) => grantedProductId).values();
  return Math.max(0, ...[...products].map((some) => some.length));
}

/**
 * Restores licenses that `revokeReturnedLicenses` took with units whose refund the buyer's bank sent back, except for
 * those of customers who were deleted. The caller holds the order's lock.
 */
export async function restoreReturnedLicenses(
  tx: CommandTx,
  orderId: string,
  units: readonly ReturnedUnits[],
): Promise<void> {
  await restore(tx, { orderId }, 'Refund', (licenses) => chooseOfUnits(licenses, units, licensesToGiveBack));
  await markUpgradesOfOrder(tx, orderId, { isRefunded: false }, units.map(lineIdOf));
}

/**
 * Records that nobody has paid for the licenses of refunded units, which their buyer keeps, or, where the refund failed,
 * that somebody has. Only for lines that cost something. The caller holds the order's lock.
 */
export async function recordKeptLicenses(
  tx: CommandTx,
  orderId: string,
  units: readonly ReturnedUnits[],
  { isFree }: { readonly isFree: boolean },
): Promise<void> {
  const licenses = await lockLicensesIn(tx, tx.account.id, { orderId });
  const selection = chooseOfUnits(licenses, units, isFree ? licensesKept : licensesPaidAgain);
  await setFree(tx, tx.account.id, selection.map(idOf), isFree);
}

/** Applies a rule to the licenses of each product of each line, as they were granted. */
function chooseOfUnits(
  licenses: readonly OrderLicense[],
  units: readonly ReturnedUnits[],
  rule: (group: readonly OrderLicense[], unit: ReturnedUnits) => OrderLicense[],
): OrderLicense[] {
  const groups = Map.groupBy(
    licenses,
    ({ orderLineId, grantedProductId }) => `${orderLineId}\n${grantedProductId}`,
  );
  const unitsByLine = new Map(units.map((unit) => [unit.lineId, unit]));
  return [...groups.values()].flatMap((group) => {
    const unit = unitsByLine.get(group[0]?.orderLineId ?? '');
    return unit === undefined ? [] : rule(group, unit);
  });
}

/**
 * Suspends the licenses of an order, or those that a subscription pays for, until a dispute is decided. Those that are
 * already revoked have one more reason for it. The caller holds the lock of the order, or of the subscription.
 */
export async function suspendLicenses(tx: CommandTx, group: LicenseGroup): Promise<void> {
  await revoke(tx, await lockLicensesIn(tx, tx.account.id, group), 'Dispute');
  if ('orderId' in group) await markUpgradesOfOrder(tx, group.orderId, { isDisputed: true });
}

/**
 * Undoes `suspendLicenses`: licenses that are not revoked for another reason are active again, except for
 * those of customers who were deleted, and devices have their seats again. Those of the subscriptions `except` stay as they
 * are. The caller holds the same lock.
 */
export async function restoreSuspendedLicenses(
  tx: CommandTx,
  group: LicenseGroup,
  except: readonly string[] = [],
): Promise<void> {
  await restore(tx, group, 'Dispute', (licenses) =>
    licenses.filter(({ subscriptionId }) => subscriptionId === null || !except.includes(subscriptionId)),
  );
  if ('orderId' in group) await markUpgradesOfOrder(tx, group.orderId, { isDisputed: false });
}

/**
 * Takes back the licenses of a subscription whose money was returned although they had become perpetual. The caller holds
 * the lock of the subscription.
 */
export async function takeBackOwned(tx: CommandTx, subscriptionId: string): Promise<void> {
  await revoke(tx, await lockLicensesIn(tx, tx.account.id, { subscriptionId }), 'Refund');
}

/**
 * Undoes `takeBackOwned`, as `restoreReturnedLicenses` does, but for as many licenses of each product as units of the
 * subscription went back with other refunds.
 */
export function giveBackOwned(tx: CommandTx, subscriptionId: string, unitsBack: number): Promise<void> {
  return restore(tx, { subscriptionId }, 'Refund', (licenses) =>
    [...Map.groupBy(licenses, ({ grantedProductId }) => grantedProductId).values()].flatMap((group) =>
      licensesToGiveBack(group, { quantity: group.length, returnedInAll: unitsBack }),
    ),
  );
}

async function restore(
  tx: CommandTx,
  group: LicenseGroup,
  reason: 'Refund' | 'Dispute',
  choose: (licenses: readonly OrderLicense[]) => OrderLicense[],
): Promise<void> {
  const customers = new Map<string, Customer | undefined>();
  // Customers first, and in the order of their ids, as everywhere.
  for (const id of await ownersIn(tx, tx.account.id, group)) customers.set(id, await lockCustomer(tx, id));
  const selection = choose(await lockLicensesIn(tx, tx.account.id, group));
  // Somebody transferred one meanwhile: its owner has to be locked, too.
  if (selection.some(({ customerId }) => !customers.has(customerId)))
    return restore(tx, group, reason, choose);
  const restorable = selection.filter(({ customerId }) => customers.get(customerId) !== undefined);
  const changed = await resume(tx, tx.account.id, restorable.map(idOf), reason);
  const active = changed.filter(({ status }) => status === 'Active');
  for (const own of groupsOf(active, ({ customerId, productId, orderId }) => [
    customerId,
    productId,
    orderId,
  ]))
    for (const license of groupsOfEvents(own)) {
      const [{ customerId: customer, productId: product, orderId: order }] = own;
      recordLicensingEvent(tx, {
        type: 'license.restored',
        subjects: { license, customer, product, order },
        data: {},
      });
    }
}

async function revoke(
  tx: CommandTx,
  licenses: readonly OrderLicense[],
  reason: 'Refund' | 'Dispute',
): Promise<void> {
  const change = { reason, now: tx.clock.now() };
  const changed = await suspend(tx, tx.account.id, licenses.map(idOf), change);
  for (const own of groupsOf(changed, ({ customerId, orderId }) => [customerId, orderId]))
    for (const license of groupsOfEvents(own)) {
      const [{ customerId: customer, orderId: order }] = own;
      recordLicensingEvent(tx, {
        type: 'license.revoked',
        subjects: { license, customer, order },
        data: { quantity: license.length, reason },
      });
    }
}

/** Those that have all of these ids in common. */
function groupsOf(
  licenses: readonly ChangedLicense[],
  idsOf: (license: ChangedLicense) => readonly (string | null)[],
): [ChangedLicense, ...ChangedLicense[]][] {
  const groups = new Map<string, [ChangedLicense, ...ChangedLicense[]]>();
  for (const license of licenses) {
    const key = JSON.stringify(idsOf(license));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [license]);
    else group.push(license);
  }
  return [...groups.values()];
}

function lineIdOf({ lineId }: ReturnedUnits): string {
  return lineId;
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}
