import { invalidInput } from '../../../kernel/problem.ts';
import { type Changes, checkRevision } from '../../../kernel/revision.ts';
import { transaction } from '../../../platform/context/context.ts';
import { isUniqueViolation } from '../../../platform/database/errors.ts';
import { type ChangedFields, changedFields } from '../../../platform/journal/changed-fields.ts';
import type { CommandContext, CommandTx } from '../../accounts/index.ts';
import { because, recordLicensingEvent } from '../events.ts';
import { coversLess } from '../domain/release-access.ts';
import { endFollowsSubscription, licenseExists, seatsInUse } from '../problems.ts';
import { wholeSeconds } from '../policies/license-policy.ts';
import type { License } from '../tables.ts';
import { lockExistingLicense } from './lock-license.ts';
import { settleChanges } from './upgrade-license.ts';
import { changeLicense, findLicenseByExternalId } from '../store/licenses.ts';

/** A vendor's changes of a license; `undefined` leaves a field unchanged. */
type LicenseChanges = Changes<
  Pick<
    License,
    'maxActivations' | 'expiresAt' | 'allowsOffline' | 'updatesUntil' | 'upToMajor' | 'keyCode' | 'externalId'
  >
> & {
  /** Why the license is to cover less than before; required then, and kept in the journal. */
  readonly reason?: string | undefined;
};

/**
 * Changes a license; its tokens follow on their next validation. An end in the past ends it immediately.
 *
 * Raises `NotFound`, `StaleRevision` when `expectedRevision` is not the license's, `SeatsInUse` when more devices are
 * active than it would have seats, `EndFollowsSubscription` for another end than that of its subscription, `InvalidInput` without a reason to cover less than before, and `LicenseExists`, whose `instance` is the id of the license that has the
 * `externalId`.
 */
export async function updateLicense(
  ctx: CommandContext,
  id: string,
  changes: LicenseChanges,
  expectedRevision?: number,
): Promise<License> {
  try {
    return await transaction(ctx, (tx) => update(tx, id, changes, expectedRevision));
  } catch (error) {
    // The only unique key that changes is the external id.
    if (!isUniqueViolation(error) || typeof changes.externalId !== 'string') throw error;
    const { externalId } = changes;
    // In a transaction, which sees what the other command has written even before its shared commit.
    const other = await transaction(ctx, (tx) => findLicenseByExternalId(tx, tx.account.id, externalId));
    throw licenseExists(other === undefined ? {} : { instance: other.id });
  }
}

async function update(
  tx: CommandTx,
  id: string,
  changes: LicenseChanges,
  expectedRevision: number | undefined,
): Promise<License> {
  const license = await lockExistingLicense(tx, id);
  checkRevision(license, expectedRevision);
  const updated = {
    maxActivations: changes.maxActivations ?? license.maxActivations,
    expiresAt: changes.expiresAt === undefined ? license.expiresAt : changes.expiresAt,
    allowsOffline: changes.allowsOffline ?? license.allowsOffline,
    updatesUntil:
      changes.updatesUntil === undefined ? license.updatesUntil : wholeSeconds(changes.updatesUntil),
    upToMajor: changes.upToMajor === undefined ? license.upToMajor : changes.upToMajor,
    keyCode: changes.keyCode === undefined ? license.keyCode : changes.keyCode,
    externalId: changes.externalId === undefined ? license.externalId : changes.externalId,
  };
  const difference = changedFields(license, { ...license, ...updated });
  if (difference === undefined) return license;
  if ('expiresAt' in difference.after && followsSubscription(tx, license)) throw endFollowsSubscription();
  if (updated.maxActivations < license.activeActivations) throw tooFewSeats(license);
  if (!/\S/.test(changes.reason ?? '') && coversLess(license, updated))
    throw invalidInput({ errors: { reason: [REASON_MISSING] } });
  // Earlier purchases no longer count: refunding one leaves these limits.
  if (LIMITS.some((limit) => limit in difference.after)) await settleChanges(tx, id);
  recordUpdate(tx, license, difference, changes.reason);
  return changeLicense(tx, license, updated);
}

/** Once its end has passed, as that of its subscription, the vendor may give it another one. */
function followsSubscription({ clock }: CommandTx, { subscriptionId, expiresAt }: License): boolean {
  return subscriptionId !== null && expiresAt !== null && expiresAt > clock.now();
}

const LIMITS = ['updatesUntil', 'upToMajor'];
const REASON_MISSING = 'is required: the license would cover less than before';

/**
 * References to other systems may name people, and a key code is only for its customer: the journal only says that they
 * changed.
 */
function recordUpdate(
  tx: CommandTx,
  license: License,
  { before, after }: ChangedFields,
  reason: string | undefined,
): void {
  const { id, customerId, productId } = license;
  recordLicensingEvent(tx, {
    type: 'license.updated',
    subjects: { license: id, customer: customerId, product: productId },
    data: {
      fields: Object.keys(after),
      before: withoutReferences(before),
      after: withoutReferences(after),
      ...because(reason),
    },
  });
}

function withoutReferences(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { keyCode: _, externalId: __, ...rest } = fields;
  return rest;
}

function tooFewSeats({ activeActivations: active }: License): Error {
  const devices = active === 1 ? '1 device is active' : `${active} devices are active`;
  return seatsInUse({
    detail: `${devices} on this license. Release devices first, or allow at least ${active} ${active === 1 ? 'activation' : 'activations'}.`,
  });
}
