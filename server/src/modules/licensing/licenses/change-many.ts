import { Problem, refuseIssues } from '../../../kernel/problem.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { findCustomerByEmail } from '../../customers/index.ts';
import { findLicenses } from '../store/licenses.ts';
import type { License } from '../tables.ts';
import { revokeLicense } from './manage-licenses.ts';
import { reissueLicense } from './reissue-license.ts';
import { restoreLicense } from './restore-license.ts';
import { transferLicense } from './transfer-license.ts';
import { updateLicense } from './update-license.ts';

/** What is done with each of several licenses. */
export type ManyLicensesChange =
  /** They end at this time, if they end earlier: perpetual ones and later ones stay. */
  | { readonly action: 'Extend'; readonly expiresAt: Date; readonly reason: string }
  | { readonly action: 'Transfer'; readonly email: string; readonly reason?: string | undefined }
  | { readonly action: 'Revoke' | 'Restore'; readonly reason?: string | undefined }
  | {
      readonly action: 'Reissue';
      readonly releaseDevices?: boolean | undefined;
      readonly reason?: string | undefined;
    };

/** What became of one of them. */
export interface LicenseOutcome {
  readonly id: string;
  readonly outcome: 'Changed' | 'Unchanged' | 'Refused';
  /** Why it was refused, as a sentence. */
  readonly detail?: string;
}

/**
 * Changes several licenses, each as if it were the only one, and returns what became of each: a license that cannot be
 * changed does not keep the others from it. Raises `InvalidInput` for a new owner who is no customer.
 */
export async function changeManyLicenses(
  tx: CommandTx,
  ids: readonly string[],
  change: ManyLicensesChange,
): Promise<LicenseOutcome[]> {
  if (change.action === 'Transfer') await refuseUnknownOwner(tx, change.email);
  const licenses = new Map(
    (await findLicenses(tx, tx.account.id, ids)).map((license) => [license.id, license]),
  );
  const outcomes: LicenseOutcome[] = [];
  // In one order, so that two of these wait for each other instead of deadlocking.
  for (const id of [...new Set(ids)].toSorted()) {
    const license = licenses.get(id);
    outcomes.push(
      license === undefined
        ? { id, outcome: 'Refused', detail: 'There is no such license.' }
        : await outcomeOf(tx, license, change),
    );
  }
  return outcomes;
}

async function refuseUnknownOwner(tx: CommandTx, email: string): Promise<void> {
  const owner = await findCustomerByEmail(tx, email);
  const isKnown = owner !== undefined && !owner.isDeleted;
  refuseIssues({ email: isKnown ? [] : ['is not the address of a customer of this account'] });
}

async function outcomeOf(
  tx: CommandTx,
  license: License,
  change: ManyLicensesChange,
): Promise<LicenseOutcome> {
  const { id } = license;
  try {
    const { revision } = await changeOne(tx, license, change);
    return { id, outcome: revision === license.revision ? 'Unchanged' : 'Changed' };
  } catch (error) {
    // A refusal is raised before anything of the license is written.
    if (!(error instanceof Problem)) throw error;
    return { id, outcome: 'Refused', detail: error.detail ?? error.title };
  }
}

function changeOne(tx: CommandTx, license: License, change: ManyLicensesChange): Promise<License> {
  switch (change.action) {
    case 'Extend': {
      const { expiresAt, reason } = change;
      const endsEarlier = license.expiresAt !== null && license.expiresAt < expiresAt;
      return endsEarlier ? updateLicense(tx, license.id, { expiresAt, reason }) : Promise.resolve(license);
    }
    case 'Transfer':
      return transferLicense(tx, license.id, change);
    case 'Revoke':
      return revokeLicense(tx, license.id, change.reason);
    case 'Restore':
      return restoreLicense(tx, license.id, change.reason);
    case 'Reissue':
      return reissueLicense(tx, license.id, change);
  }
}
