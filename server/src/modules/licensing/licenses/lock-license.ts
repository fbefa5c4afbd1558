import { notFound } from '../../../kernel/problem.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { type Customer, lockCustomer } from '../../customers/index.ts';
import type { License } from '../tables.ts';
import { findLicense, lockLicense } from '../store/licenses.ts';

/** A license, locked until the transaction ends, and the customers who were locked with it. */
interface LockedLicense {
  readonly license: License;
  /** The customer with this id, if not deleted; the owner is among them. */
  readonly customer: (id: string) => Customer | undefined;
}

/** The license. Raises `NotFound`. */
export async function existingLicense(tx: CommandTx, id: string): Promise<License> {
  return existing(await findLicense(tx, tx.account.id, id), id);
}

/** The license, locked until the transaction ends. Raises `NotFound`. */
export async function lockExistingLicense(tx: CommandTx, id: string): Promise<License> {
  return existing(await lockLicense(tx, tx.account.id, id), id);
}

/**
 * Locks a license with its owner and other customers: customers first and in the order of their ids, as everywhere, so
 * that commands wait for each other instead of deadlocking. Raises `NotFound`.
 */
export async function lockLicenseAndCustomers(
  tx: CommandTx,
  id: string,
  customerIds: readonly string[] = [],
): Promise<LockedLicense> {
  const { customerId } = await existingLicense(tx, id);
  const customers = new Map<string, Customer | undefined>();
  for (const each of [...new Set([customerId, ...customerIds])].toSorted())
    customers.set(each, await lockCustomer(tx, each));
  const license = await lockExistingLicense(tx, id);
  // Somebody else transferred it meanwhile: its owner has to be locked, too.
  if (!customers.has(license.customerId)) return lockLicenseAndCustomers(tx, id, customerIds);
  return { license, customer: (each) => customers.get(each) };
}

function existing(license: License | undefined, id: string): License {
  if (license === undefined) throw notFound({ detail: `There is no license ${id}.` });
  return license;
}
