import type { Ending } from './record.ts';
import type { License } from './license.ts';
import type { TokenFault } from './verify.ts';

interface Common {
  /** Whether the customer may use the application now. */
  readonly isLicensed: boolean;
  /** The page where the customer approves the pending activation. */
  readonly activationUrl?: string;
  /** The latest failure: a `LicenseError`, or a `Refusal` of the server. It ends nothing. */
  readonly problem?: Error;
}

interface WithLicense extends Common {
  readonly license: License;
  /** Whole days until the license or trial expires, rounded up; absent when it never does. */
  readonly daysLeft?: number;
}

/**
 * The application's state of its license. Switch over `status`:
 *
 * - `Unlicensed`: nothing is stored; `ending` says why the last license ended, if one did;
 * - `Active`: a license or, if `license.isTrial`, a trial;
 * - `Overdue`: the same, but half of the grace period is over: remind people to connect within `daysUntilLock`;
 * - `Locked`: the grace period is over; the license is kept, and the next validation unlocks it;
 * - `Expired`: by the clock; the license is kept, because the clock may be wrong or the subscription renewed;
 * - `Unusable`: the stored license cannot be used here now; it is kept until there is something better. With `fault`
 * `Unreadable`, the storage itself could not be read yet (`problem` says why): there may be a license.
 */
export type LicenseState =
  | (Common & { readonly status: 'Unlicensed'; readonly isLicensed: false; readonly ending?: Ending })
  | (WithLicense & { readonly status: 'Active'; readonly isLicensed: true })
  | (WithLicense & { readonly status: 'Overdue'; readonly isLicensed: true; readonly daysUntilLock: number })
  | (WithLicense & { readonly status: 'Locked'; readonly isLicensed: false })
  | (WithLicense & { readonly status: 'Expired'; readonly isLicensed: false })
  | (Common & {
      readonly status: 'Unusable';
      readonly isLicensed: false;
      readonly fault: TokenFault | 'Damaged' | 'Unreadable';
    });
