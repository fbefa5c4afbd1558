import { invalidInput } from '../../../kernel/problem.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { type Customer, findCustomer, findCustomerByEmail } from '../../customers/index.ts';
import { releaseAddOnsOfLicense } from '../activations/release-activation.ts';
import { eraseDevices } from '../store/activations.ts';
import { because, recordLicensingEvent } from '../events.ts';
import type { License } from '../tables.ts';
import { awaitedBy } from './await-proof.ts';
import { existingLicense, lockLicenseAndCustomers } from './lock-license.ts';
import { changeLicense } from '../store/licenses.ts';

/** The recipient of a license: a customer by id, or the one with an email address. */
interface NewOwner {
  readonly ownerId?: string | undefined;
  readonly email?: string | undefined;
}

interface Transfer extends NewOwner {
  /** Why; kept in the journal. */
  readonly reason?: string | undefined;
}

/**
 * Transfers a license to another customer; a revoked one stays revoked. All of its devices are released, with the seats
 * of their add-ons, because their tokens name the previous customer, and their names are erased, because they may
 * identify that customer: the new owner activates them again. If the account requires it, the license waits until the
 * new owner has proven their email. A transfer to the current owner changes nothing, except that the license no longer
 * waits for the proof of another address.
 *
 * Raises `NotFound` for the license, and `InvalidInput` unless exactly one customer of the account is named.
 */
export async function transferLicense(tx: CommandTx, id: string, to: Transfer): Promise<License> {
  await existingLicense(tx, id);
  const { id: customerId } = await newOwner(tx, to);
  const { license, customer } = await lockLicenseAndCustomers(tx, id, [customerId]);
  const owner = customer(customerId);
  if (owner === undefined) throw noCustomer(to);
  const awaitsEmailKey =
    awaitedBy(tx.account, owner, to.email === undefined ? 'Customer' : 'Address') ?? null;
  if (license.customerId === customerId) return keepWithOwner(tx, license, awaitsEmailKey);
  await releaseAddOnsOfLicense(tx, id);
  await eraseDevices(tx, tx.account.id, [id], tx.clock.now());
  recordLicensingEvent(tx, {
    type: 'license.transferred',
    subjects: { license: id, customer: [license.customerId, customerId], product: license.productId },
    data: {
      before: { customer: license.customerId },
      after: { customer: customerId },
      released: license.activeActivations,
      ...because(to.reason),
    },
  });
  return changeLicense(tx, license, {
    customerId,
    activeActivations: 0,
    lastReleasedAt: null,
    awaitsEmailKey,
  });
}

/** The owner's license, which waits for no proof other than the one that a transfer requires. */
async function keepWithOwner(
  tx: CommandTx,
  license: License,
  awaitsEmailKey: string | null,
): Promise<License> {
  if (license.awaitsEmailKey === null || license.awaitsEmailKey === awaitsEmailKey) return license;
  recordLicensingEvent(tx, {
    type: 'license.updated',
    subjects: { license: license.id, customer: license.customerId, product: license.productId },
    data: { fields: ['awaitsProof'] },
  });
  return changeLicense(tx, license, { awaitsEmailKey });
}

async function newOwner(tx: CommandTx, to: NewOwner): Promise<Customer> {
  const { ownerId, email } = to;
  if (ownerId !== undefined && email !== undefined)
    throw invalidInput({ errors: { email: ['must not be given together with ownerId'] } });
  const customer =
    ownerId === undefined
      ? email && (await findCustomerByEmail(tx, email))
      : await findCustomer(tx, ownerId.toLowerCase());
  if (!customer) throw noCustomer(to);
  return customer;
}

function noCustomer({ ownerId, email }: NewOwner): Error {
  if (ownerId === undefined && email === undefined)
    return invalidInput({ errors: { ownerId: ['is required when no email is given'] } });
  return ownerId === undefined
    ? invalidInput({ errors: { email: ['is not the address of a customer of this account'] } })
    : invalidInput({ errors: { ownerId: ['is not a customer of this account'] } });
}
