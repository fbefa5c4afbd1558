import type { CommandTx } from '../../accounts/index.ts';
import { because, recordLicensingEvent } from '../events.ts';
import { ownerDeleted } from '../problems.ts';
import type { License } from '../tables.ts';
import { existingLicense, lockLicenseAndCustomers } from './lock-license.ts';
import { resume } from '../store/suspensions.ts';

/**
 * Undoes the revocation of a license, whatever its reasons. Devices that had a seat when it was revoked have it again,
 * and released ones stay released; if its end has passed meanwhile, it is expired. Restoring again changes nothing.
 * The reason is kept in the journal.
 *
 * Raises `NotFound`, and `OwnerDeleted` when its customer was deleted.
 */
export async function restoreLicense(tx: CommandTx, id: string, reason?: string): Promise<License> {
  const { license, customer } = await lockLicenseAndCustomers(tx, id);
  if (license.status === 'Active') return license;
  if (customer(license.customerId) === undefined) throw ownerDeleted();
  const { customerId, productId } = license;
  recordLicensingEvent(tx, {
    type: 'license.restored',
    subjects: { license: id, customer: customerId, product: productId, order: null },
    data: because(reason),
  });
  await resume(tx, tx.account.id, [id]);
  return existingLicense(tx, id);
}
