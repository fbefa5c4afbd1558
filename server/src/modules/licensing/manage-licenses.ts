import { invalidInput, notFound } from '../../kernel/problem.ts';
import { checkProperties, isCustomProperties } from '../../kernel/properties.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import {
  findLicense,
  setLicenseProperties,
  setLicenseRevoked,
  setLicensesOfCustomerRevoked,
  usableProductIds,
} from './store-licenses.ts';
import type { License } from './tables.ts';

/**
 * Takes a license away from its owner: no device gets a token of it again (core API, License status). Revoking
 * again changes nothing. Raises `NotFound`.
 */
export async function revokeLicense(system: System, account: Account, id: string): Promise<License> {
  return system.database.transaction(async (tx) => {
    await setLicenseRevoked(tx, account.id, id, system.clock.now());
    return existing(await findLicense(tx, account.id, id), id);
  });
}

/** Takes all licenses of a customer away, inside the transaction that deletes the customer. */
export async function revokeLicensesOf(
  system: System,
  tx: Tx,
  account: Account,
  customerId: string,
): Promise<void> {
  await setLicensesOfCustomerRevoked(tx, account.id, customerId, system.clock.now());
}

/**
 * Replaces the custom properties of a license (core API, Licenses).
 * Raises `InvalidInput` with every issue, and `NotFound`.
 */
export async function replaceLicenseProperties(
  system: System,
  account: Account,
  id: string,
  properties: unknown,
): Promise<License> {
  if (!isCustomProperties(properties)) throw invalidInput({ errors: checkProperties(properties) });
  return system.database.transaction(async (tx) =>
    existing(await setLicenseProperties(tx, account.id, id, properties), id),
  );
}

/** Ids of the products that the customer may use now, sorted. */
export function ownedProductIds(
  db: Reader,
  accountId: string,
  customerId: string,
  now: Date,
): Promise<string[]> {
  return usableProductIds(db, accountId, customerId, now);
}

function existing(license: License | undefined, id: string): License {
  if (license === undefined) throw notFound({ detail: `There is no license ${id}.` });
  return license;
}
