/** What a license is to the world (core API, License status). */
export type LicenseStatus = 'Active' | 'Revoked' | 'Expired';

interface LicenseLifetime {
  readonly status: 'Active' | 'Revoked';
  readonly expiresAt: Date | null;
}

/** The status at a moment: expiry is a date that passes and nothing that anybody has to write down. */
export function licenseStatus(license: LicenseLifetime, now: Date): LicenseStatus {
  if (license.status === 'Revoked') return 'Revoked';
  return hasPassed(license.expiresAt, now) ? 'Expired' : 'Active';
}

/** True from the moment of expiry on. */
export function hasPassed(moment: Date | null, now: Date): boolean {
  return moment !== null && moment.getTime() <= now.getTime();
}

/** Why the token of a device is not renewed. */
export type TokenRefusal = 'OwnerChanged' | 'LicenseRevoked' | 'ActivationRevoked' | 'LicenseExpired';

/**
 * The first reason, if any, not to renew a token (customer API, License activation; wire contract section 5).
 * A license taken away as a whole is told before a single released device, and both before the calendar.
 */
export function refusalOf(
  state: {
    readonly license: LicenseLifetime & { readonly customerId: string };
    readonly activationStatus: 'Active' | 'Revoked';
    /** The owner that the token names. */
    readonly tokenOwnerId: string;
  },
  now: Date,
): TokenRefusal | undefined {
  if (state.license.customerId !== state.tokenOwnerId) return 'OwnerChanged';
  if (state.license.status === 'Revoked') return 'LicenseRevoked';
  if (state.activationStatus === 'Revoked') return 'ActivationRevoked';
  return hasPassed(state.license.expiresAt, now) ? 'LicenseExpired' : undefined;
}

/** The same for an activation with what is known of its license; the token is the owner's unless it names another. */
export function refusalOfActivation(
  activation: {
    readonly licenseStatus: 'Active' | 'Revoked';
    readonly expiresAt: Date | null;
    readonly customerId: string;
    readonly activationStatus: 'Active' | 'Revoked';
  },
  now: Date,
  tokenOwnerId: string = activation.customerId,
): TokenRefusal | undefined {
  const { expiresAt, customerId, activationStatus } = activation;
  const license = { status: activation.licenseStatus, expiresAt, customerId };
  return refusalOf({ license, activationStatus, tokenOwnerId }, now);
}
