import { transaction } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import { loadCatalog } from '../../catalog/index.ts';
import {
  type LicenseKey,
  listLicenseKeys,
  removeLicenseKey,
  signingKeyInUse,
} from '../../signing-keys/index.ts';
import { productPolicies } from '../policies/product-policy.ts';
import { countDevicesByKey, countTrialsByKey } from '../store/signing-keys.ts';

/** A license key, and who uses it. */
export interface LicenseKeyUse extends LicenseKey {
  /** The devices with a seat whose last token it signed, and what version they reported; the most devices first. */
  readonly devices: number;
  readonly versions: readonly { readonly appVersion: string | null; readonly devices: number }[];
  /** The running trials whose last token it signed. */
  readonly trials: number;
  /** The products that name it. */
  readonly products: readonly { readonly id: string; readonly fromVersion?: string }[];
}

/** All license keys of the account with their use, newest first. A key that nothing uses can be removed. */
export async function listLicenseKeyUse(ctx: Context): Promise<LicenseKeyUse[]> {
  const { reader } = ctx.database;
  const [keys, devices, trials, catalog, policyOf] = await Promise.all([
    listLicenseKeys(ctx),
    countDevicesByKey(reader, ctx.account.id),
    countTrialsByKey(reader, ctx.account.id, ctx.clock.now()),
    loadCatalog(ctx),
    productPolicies(ctx),
  ]);
  const productKeys = catalog.products.flatMap(({ id }) =>
    policyOf(id).signingKeys.map(({ kid, ...range }) => ({ kid, product: { id, ...range } })),
  );
  return keys.map((key) => {
    const versions = devices.filter(({ signingKid }) => signingKid === key.kid);
    return {
      ...key,
      devices: versions.reduce((sum, each) => sum + each.devices, 0),
      versions: versions
        .toSorted((one, other) => other.devices - one.devices)
        .map(({ appVersion, devices: count }) => ({ appVersion, devices: count })),
      trials: trials.get(key.kid) ?? 0,
      products: productKeys.filter(({ kid }) => kid === key.kid).map(({ product }) => product),
    };
  });
}

/**
 * Removes a license key: tokens that it signed are permanently refused from now on, and their applications delete them.
 * Raises `NotFound`, and `SigningKeyInUse` for the only key, for one that a product names, and, unless it is forced,
 * for one that devices use.
 */
export async function removeUnusedLicenseKey(
  ctx: Context,
  kid: string,
  { isForced = false }: { readonly isForced?: boolean } = {},
): Promise<void> {
  const use = (await listLicenseKeyUse(ctx)).find((key) => key.kid === kid);
  if (use !== undefined && use.products.length > 0) {
    const ids = use.products.map(({ id }) => id).join(', ');
    throw signingKeyInUse({
      detail: `These products name the key: ${ids}. Name another key for them first.`,
    });
  }
  if (!isForced && use !== undefined && use.devices + use.trials > 0) {
    throw signingKeyInUse({
      detail: `${use.devices} devices and ${use.trials} trials have a token of this key. Without it, their applications delete their licenses. Send force=true to remove it nevertheless.`,
    });
  }
  await transaction(ctx, (tx) => removeLicenseKey(tx, kid));
}
