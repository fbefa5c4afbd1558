import { notFound } from '../../kernel/problem.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import { readLicenseTokens } from './license-tokens.ts';
import {
  invalidLicenseToken,
  licenseOwnerChanged,
  offlineToken,
  releaseNotAllowed,
  trialsCannotBeRevoked,
} from './problems.ts';
import { findActivationRecords, setActivationRevoked } from './store-activations.ts';
import { changeActiveActivations, lockLicense } from './store-licenses.ts';

/**
 * Gives back the seat of the device whose token is presented; presenting it again changes nothing (customer API,
 * Client licensing; wire contract section 5).
 *
 * Raises `InvalidLicenseToken`, `TrialsCannotBeRevoked`, `OfflineToken`, `NotFound` when the activation is gone,
 * `LicenseOwnerChanged`, and `ReleaseNotAllowed` when the account keeps its customers from releasing devices.
 */
export async function revokeLicenseToken(
  system: System,
  account: Account,
  input: { readonly productId: string; readonly token: string },
): Promise<void> {
  const [token] = await readLicenseTokens(system, account, [input]);
  if (token === undefined) throw invalidLicenseToken({ detail: 'The license token is not valid.' });
  if (token.isTrial)
    throw trialsCannotBeRevoked({ detail: 'A trial holds no activation that could be released.' });
  const [record] = await findActivationRecords(system.database.reader, account.id, [token.id]);
  if (record === undefined) throw notFound({ detail: 'The license is gone.' });
  if (record.productId !== input.productId) {
    throw invalidLicenseToken({ detail: 'The license token is of another product.' });
  }
  if (record.customerId !== token.ownerId) {
    throw licenseOwnerChanged({ detail: 'The license belongs to another customer now.' });
  }
  if (token.method === 'Offline' || record.method === 'Offline') {
    throw offlineToken({ detail: 'An offline activation cannot be released by the application.' });
  }
  if (record.activationStatus === 'Revoked') return;
  if (!account.settings.customersMayRelease.online) {
    throw releaseNotAllowed({ detail: 'Devices can only be released by the vendor.' });
  }
  await system.database.transaction((tx) => releaseSeat(system, tx, account, record));
}

/** Frees the seat of an activation, if it still holds one, inside the caller's transaction. True when it did. */
export async function releaseSeat(
  system: System,
  tx: Tx,
  account: Account,
  activation: { readonly id: string; readonly licenseId: string },
): Promise<boolean> {
  // The license is locked first, as everywhere, so that two releases wait for each other instead of deadlocking.
  await lockLicense(tx, account.id, activation.licenseId);
  const wasActive = await setActivationRevoked(tx, account.id, activation.id, system.clock.now());
  if (wasActive) await changeActiveActivations(tx, account.id, activation.licenseId, -1);
  return wasActive;
}
