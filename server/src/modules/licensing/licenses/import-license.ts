import { invalidInput } from '../../../kernel/problem.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { findProduct } from '../../catalog/index.ts';
import { lockCustomer } from '../../customers/index.ts';
import { recordLicensingEvent } from '../events.ts';
import { awaitedBy } from './await-proof.ts';
import { licenseExists } from '../problems.ts';
import { insertActivation } from '../activations/store-activations.ts';
import { findLicenseByExternalId, insertLicenseOnce } from './store-licenses.ts';
import type { Activation, ActivationMethod, License } from '../tables.ts';

/** A license that was issued elsewhere, with the devices that use it. */
export interface LicenseImport {
  readonly ownerId: string;
  readonly productId: string;
  /** As the product says when not given. The same for the next. */
  readonly maxNumberOfActivations?: number | undefined;
  readonly offlineActivationsAllowed?: boolean | undefined;
  readonly activations?: readonly ImportedActivation[] | undefined;
  /** A key of the other system that the customer knows. */
  readonly keyCode?: string | undefined;
  /** The merchant's own reference, unique in the account: it lets an import be repeated. */
  readonly externalId?: string | undefined;
  readonly expiresAt?: Date | undefined;
  readonly createdAt?: Date | undefined;
}

/** A device that has a seat already; it finds it again by its signature. */
export interface ImportedActivation {
  readonly deviceName: string;
  readonly deviceSignature: string;
  readonly activationMethod: ActivationMethod;
  readonly lastValidation?: Date | undefined;
}

export const MAX_IMPORTED_ACTIVATIONS = 1_000;

/**
 * Takes over a license of another system, which is usable at once, or waits for the owner's proof of the email where the
 * account says so; nobody gets a mail (core API, Licenses; wire contract sections 2 and 6).
 *
 * Raises `InvalidInput` with every issue, and `LicenseExists`, whose `instance` is the id of the license that has this
 * `externalId`.
 */
export async function importLicense(tx: CommandTx, input: LicenseImport): Promise<License> {
  const license = await newLicense(tx, input);
  if (!(await insertLicenseOnce(tx, license))) {
    const existing = await findLicenseByExternalId(tx, tx.account.id, license.externalId ?? '');
    throw licenseExists(existing === undefined ? {} : { instance: existing.id });
  }
  for (const imported of input.activations ?? []) {
    await insertActivation(tx, activationOf(tx, license, imported));
  }
  recordLicensingEvent(tx, {
    type: 'license.imported',
    subjects: { license: license.id, customer: license.customerId, product: license.productId },
    data: { activations: license.activeActivations, expiresAt: license.expiresAt },
  });
  return license;
}

async function newLicense(tx: CommandTx, input: LicenseImport): Promise<License> {
  const { activations = [] } = input;
  const product = await findProduct(tx, input.productId);
  const owner = await lockCustomer(tx, input.ownerId.toLowerCase());
  const maxActivations = input.maxNumberOfActivations ?? product?.maxActivations ?? activations.length;
  const errors: Record<string, string[]> = {};
  if (product === undefined) errors['productId'] = ['is not a product of this account'];
  if (owner === undefined) errors['ownerId'] = ['is not a customer of this account'];
  if (activations.length > maxActivations) {
    errors['activations'] = [`must have at most ${maxActivations} entries, as many as the license has seats`];
  }
  for (const [index, { deviceSignature }] of activations.entries()) {
    if (activations.some((other, at) => at < index && other.deviceSignature === deviceSignature)) {
      errors[`activations[${index}].deviceSignature`] = ['is named twice'];
    }
  }
  if (product === undefined || owner === undefined || Object.keys(errors).length > 0)
    throw invalidInput({ errors });
  return {
    accountId: tx.account.id,
    id: tx.ids.guid(),
    customerId: owner.id,
    productId: product.id,
    status: 'Active',
    expiresAt: input.expiresAt ?? null,
    subscriptionId: null,
    maxActivations,
    activeActivations: activations.length,
    allowsOffline: input.offlineActivationsAllowed ?? product.allowsOffline,
    orderId: null,
    orderLineId: null,
    orderOrdinal: null,
    externalId: input.externalId ?? null,
    keyCode: input.keyCode ?? null,
    properties: {},
    createdAt: input.createdAt ?? tx.clock.now(),
    revokedAt: null,
    lastReleasedAt: null,
    awaitsEmailKey: awaitedBy(tx.account, owner, 'Customer') ?? null,
    isFree: false,
    revision: 1,
  };
}

function activationOf(tx: CommandTx, license: License, imported: ImportedActivation): Activation {
  const validatedAt = imported.lastValidation ?? license.createdAt;
  return {
    accountId: license.accountId,
    id: tx.ids.guid(),
    licenseId: license.id,
    deviceName: imported.deviceName,
    deviceSignature: imported.deviceSignature,
    method: imported.activationMethod,
    status: 'Active',
    firstValidatedAt: validatedAt,
    lastValidatedAt: validatedAt,
    appVersion: null,
    platform: null,
    meta: null,
    countedDay: null,
    createdAt: license.createdAt,
    revokedAt: null,
  };
}
