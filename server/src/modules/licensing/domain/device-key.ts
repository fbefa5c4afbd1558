import { compareVersions } from '../../../kernel/version.ts';
import { isAtLeast, readAppVersion } from './app-version.ts';

/**
 * A key that a product names, for its applications from a version on; without one, for all that no other key is for.
 */
export interface ProductKey {
  readonly kid: string;
  readonly fromVersion?: string;
}

/** An application that gets a token without having sent one. */
export interface DeviceOfKey {
  /** As reported; absent if it reports none. */
  readonly appVersion?: string | null | undefined;
  /** The key of the last token that the device got; null if there was none. */
  readonly signingKid: string | null;
}

/**
 * The `kid` of the key that an application of a product has: the key of the highest `fromVersion` that its version
 * reaches, otherwise the key of its last token, unless that is for later versions; otherwise the key that the product
 * names for all versions, or the default of the account (policies section 4).
 */
export function keyOfDevice(
  { keys, defaultKid }: { readonly keys: readonly ProductKey[]; readonly defaultKid: string },
  device: DeviceOfKey,
): string {
  const version = readAppVersion(device.appVersion);
  const later = keys.filter(({ fromVersion }) => fromVersion !== undefined).toSorted(byVersion);
  const reached = version && later.findLast((key) => isAtLeast(version, versionOf(key)));
  if (reached !== undefined) return reached.kid;
  const isOfLaterVersion = version !== undefined && later.some(({ kid }) => kid === device.signingKid);
  const own = isOfLaterVersion ? null : device.signingKid;
  return own ?? keys.find(({ fromVersion }) => fromVersion === undefined)?.kid ?? defaultKid;
}

/** The keys of a product after one more was named: it replaces the one for the same versions, and itself. */
export function withKey(keys: readonly ProductKey[], added: ProductKey): readonly ProductKey[] {
  const isSameRange = (key: ProductKey) =>
    key.fromVersion === undefined || added.fromVersion === undefined
      ? key.fromVersion === added.fromVersion
      : compareVersions(versionOf(key), versionOf(added)) === 0;
  return [...keys.filter((key) => key.kid !== added.kid && !isSameRange(key)), added].toSorted(byVersion);
}

function byVersion(one: ProductKey, other: ProductKey): number {
  return compareVersions(versionOf(one), versionOf(other));
}

const LOWEST = { major: 0, minor: 0, patch: 0 };

function versionOf({ fromVersion }: ProductKey) {
  return readAppVersion(fromVersion) ?? LOWEST;
}
