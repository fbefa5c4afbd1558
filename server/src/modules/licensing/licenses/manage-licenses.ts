import { invalidInput } from '../../../kernel/problem.ts';
import { checkRevision } from '../../../kernel/revision.ts';
import { checkProperties, isCustomProperties } from '../../../kernel/properties.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { CommandContext, CommandTx, Context } from '../../accounts/index.ts';
import { groupsOfEvents, recordLicensingEvent } from '../events.ts';
import { existingLicense, lockExistingLicense } from './lock-license.ts';
import { changeLicense, lockLicensesOf } from '../store/licenses.ts';
import { suspend } from '../store/suspensions.ts';
import type { License } from '../tables.ts';

/**
 * Revokes a license: no device gets a token of it again (core API, License status). Revoking again changes nothing.
 * The note, why the vendor does it, is kept in the journal. Raises `NotFound`.
 */
export async function revokeLicense(ctx: CommandContext, id: string, note?: string): Promise<License> {
  return transaction(ctx, async (tx) => {
    await lockExistingLicense(tx, id);
    await revoke(tx, [id], note);
    return existingLicense(tx, id);
  });
}

/** Revokes all licenses of a customer, inside the transaction that deletes the customer. */
export async function revokeLicensesOf(tx: CommandTx, customerId: string): Promise<void> {
  await revoke(tx, await lockLicensesOf(tx, tx.account.id, customerId));
}

async function revoke(tx: CommandTx, ids: readonly string[], note?: string): Promise<void> {
  recordRevoked(tx, await suspend(tx, tx.account.id, ids, { reason: 'Vendor', now: tx.clock.now() }), note);
}

/** One event for every hundred licenses of one customer that were revoked together. */
function recordRevoked(
  tx: CommandTx,
  licenses: readonly Pick<License, 'id' | 'customerId'>[],
  note: string | undefined,
): void {
  const [first] = licenses;
  if (first === undefined) return;
  for (const license of groupsOfEvents(licenses))
    recordLicensingEvent(tx, {
      type: 'license.revoked',
      subjects: { license, customer: first.customerId, order: null },
      data: { quantity: license.length, reason: null, ...(note !== undefined && { note }) },
    });
}

/**
 * Replaces the custom properties of a license (core API, Licenses). Raises `InvalidInput` with every issue, `NotFound`,
 * and `StaleRevision` when `expectedRevision` is not the license's.
 */
export async function replaceLicenseProperties(
  ctx: Context,
  id: string,
  properties: unknown,
  expectedRevision?: number,
): Promise<License> {
  if (!isCustomProperties(properties)) throw invalidInput({ errors: checkProperties(properties) });
  return transaction(ctx, async (tx) => {
    const license = await lockExistingLicense(tx, id);
    checkRevision(license, expectedRevision);
    recordLicensingEvent(tx, {
      type: 'license.updated',
      subjects: { license: id, customer: license.customerId, product: license.productId },
      data: { fields: ['properties'] },
    });
    return changeLicense(tx, license, { properties });
  });
}
