import { codeOf, formatCode } from '../../../kernel/codes.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { releaseAddOnsOfLicense } from '../activations/release-activation.ts';
import { because, recordLicensingEvent } from '../events.ts';
import { revokeActivationsOf } from '../store/activations.ts';
import { changeLicense } from '../store/licenses.ts';
import type { License } from '../tables.ts';
import { lockExistingLicense } from './lock-license.ts';

interface Reissue {
  /** Releases all devices, with the seats of their add-ons; default: they stay activated. */
  readonly releaseDevices?: boolean | undefined;
  /** Why; kept in the journal. */
  readonly reason?: string | undefined;
}

/**
 * Replaces the key code of a license by a new, random one, for the same rights; a revoked license stays revoked. A
 * license without a key code gets none: nothing of it changes unless its devices are released.
 *
 * Raises `NotFound`.
 */
export async function reissueLicense(
  tx: CommandTx,
  id: string,
  { releaseDevices = false, reason }: Reissue,
): Promise<License> {
  const license = await lockExistingLicense(tx, id);
  const hasNewKey = license.keyCode !== null;
  const released = releaseDevices ? license.activeActivations : 0;
  if (!hasNewKey && released === 0) return license;
  if (released > 0) {
    await releaseAddOnsOfLicense(tx, id);
    await revokeActivationsOf(tx, tx.account.id, id, tx.clock.now());
  }
  const { customerId, productId } = license;
  recordLicensingEvent(tx, {
    type: 'license.reissued',
    subjects: { license: id, customer: customerId, product: productId },
    data: { hasNewKey, released, ...because(reason) },
  });
  return changeLicense(tx, license, {
    activeActivations: license.activeActivations - released,
    ...(hasNewKey && { keyCode: formatCode(codeOf(tx.ids.secret())) }),
  });
}
