import type { CommandTx } from '../../accounts/index.ts';
import { type Customer, lockCustomer } from '../../customers/index.ts';
import { licensesToGiveBack, licensesToTakeBack } from '../domain/returned-licenses.ts';
import { MAX_LICENSES_OF_EVENT, recordLicensingEvent } from '../events.ts';
import {
  lockLicensesOfOrder,
  type OrderLicense,
  ownersOfOrder,
  setLicenseStatus,
} from '../store/order-licenses.ts';

/** Units of an order line to refund. */
export interface ReturnedUnits {
  readonly lineId: string;
  /** The units of this refund, … */
  readonly quantity: number;
  /** … and those of all valid refunds that took licenses back: including this one, unless it failed. */
  readonly returnedInAll: number;
}

/**
 * Takes back licenses of refunded units of an order: for each unit one of each product of the line, those without
 * devices first, and of these the newest. The caller holds the order's lock. Returns the number of licenses taken back.
 */
export async function revokeReturnedLicenses(
  tx: CommandTx,
  orderId: string,
  units: readonly ReturnedUnits[],
): Promise<number> {
  const licenses = await lockLicensesOfOrder(tx, tx.account.id, orderId);
  const revoked = chooseOfUnits(licenses, units, licensesToTakeBack);
  await revoke(tx, orderId, revoked, 'Refund');
  return revoked.length;
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
  await restore(tx, orderId, (licenses) => chooseOfUnits(licenses, units, licensesToGiveBack));
}

/** Applies a rule to the licenses of each product of each line. */
function chooseOfUnits(
  licenses: readonly OrderLicense[],
  units: readonly ReturnedUnits[],
  rule: (group: readonly OrderLicense[], unit: ReturnedUnits) => OrderLicense[],
): OrderLicense[] {
  const groups = Map.groupBy(licenses, ({ orderLineId, productId }) => `${orderLineId}\n${productId}`);
  const unitsByLine = new Map(units.map((unit) => [unit.lineId, unit]));
  return [...groups.values()].flatMap((group) => {
    const unit = unitsByLine.get(group[0]?.orderLineId ?? '');
    return unit === undefined ? [] : rule(group, unit);
  });
}

/**
 * Suspends the active licenses of an order until its dispute is decided; those that are already revoked stay unchanged.
 * The caller holds the order's lock.
 */
export async function suspendLicenses(tx: CommandTx, orderId: string): Promise<void> {
  const licenses = await lockLicensesOfOrder(tx, tx.account.id, orderId);
  const active = licenses.filter(({ status }) => status === 'Active');
  await revoke(tx, orderId, active, 'Dispute');
}

/**
 * Restores the licenses that `suspendLicenses` suspended, except for those that were revoked since, and those of
 * customers who were deleted. Devices have their seats again. The caller holds the order's lock.
 */
export async function restoreSuspendedLicenses(tx: CommandTx, orderId: string): Promise<void> {
  await restore(tx, orderId, (licenses) =>
    licenses.filter(({ revocationReason }) => revocationReason === 'Dispute'),
  );
}

async function restore(
  tx: CommandTx,
  orderId: string,
  choose: (licenses: readonly OrderLicense[]) => OrderLicense[],
): Promise<void> {
  const customers = new Map<string, Customer | undefined>();
  // Customers first, and in the order of their ids, as everywhere.
  for (const id of await ownersOfOrder(tx, tx.account.id, orderId))
    customers.set(id, await lockCustomer(tx, id));
  const selection = choose(await lockLicensesOfOrder(tx, tx.account.id, orderId));
  // Somebody transferred one meanwhile: its owner has to be locked, too.
  if (selection.some(({ customerId }) => !customers.has(customerId))) return restore(tx, orderId, choose);
  const restorable = selection.filter(({ customerId }) => customers.get(customerId) !== undefined);
  const groups = Map.groupBy(restorable, ({ customerId, productId }) => `${customerId}\n${productId}`);
  for (const [key, group] of groups) {
    const [customer = '', product = ''] = key.split('\n');
    const ids = group.map(({ id }) => id);
    await setLicenseStatus(tx, tx.account.id, ids, {
      status: 'Active',
      revokedAt: null,
      revocationReason: null,
    });
    const license = ids.slice(0, MAX_LICENSES_OF_EVENT);
    recordLicensingEvent(tx, {
      type: 'license.restored',
      subjects: { license, customer, product, order: orderId },
      data: {},
    });
  }
}

async function revoke(
  tx: CommandTx,
  orderId: string,
  licenses: readonly OrderLicense[],
  reason: 'Refund' | 'Dispute',
): Promise<void> {
  const ids = licenses.map(({ id }) => id);
  if (ids.length === 0) return;
  const revokedAt = tx.clock.now();
  await setLicenseStatus(tx, tx.account.id, ids, { status: 'Revoked', revokedAt, revocationReason: reason });
  for (const [customer, own] of Map.groupBy(licenses, ({ customerId }) => customerId)) {
    const license = own.slice(0, MAX_LICENSES_OF_EVENT).map(({ id }) => id);
    recordLicensingEvent(tx, {
      type: 'license.revoked',
      subjects: { license, customer, order: orderId },
      data: { quantity: own.length, reason },
    });
  }
}
