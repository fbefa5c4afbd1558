/** The public status of a license (core API, License status). */
export type LicenseStatus = 'Active' | 'Revoked' | 'Expired';

/** The public status of a trial (core API, Trial status). */
export type TrialStatus = 'Active' | 'Expired';

interface LicenseLifetime {
  readonly status: 'Active' | 'Revoked';
  readonly expiresAt: Date | null;
}

/** The status at a time: expiry only depends on the date, so nothing needs to record it. */
export function licenseStatus(license: LicenseLifetime, now: Date): LicenseStatus {
  if (license.status === 'Revoked') return 'Revoked';
  return hasPassed(license.expiresAt, now) ? 'Expired' : 'Active';
}

/** The status of a trial at a moment. */
export function trialStatus({ expiresAt }: { readonly expiresAt: Date }, now: Date): TrialStatus {
  return hasPassed(expiresAt, now) ? 'Expired' : 'Active';
}

/** True from the moment of expiry on. */
export function hasPassed(moment: Date | null, now: Date): boolean {
  return moment !== null && moment.getTime() <= now.getTime();
}
