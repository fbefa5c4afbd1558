import { fieldsOf } from '../fields.ts';
import type { Refusal } from '../refusal.ts';
import { isWebUrl } from './record.ts';

/** What a validation offers whose license does not cover the version of the application. */
export interface UpgradeOffer {
  /** The version that was judged. */
  readonly appVersion: string | undefined;
  /** Where a license that covers it is sold; absent where none is. */
  readonly upgradeUrl: string | undefined;
  /** The renewed token, which keeps working for what it covers. */
  readonly license: string;
}

/** The offer in a refusal `ReleaseNotCovered`; undefined for all others. The license has not ended. */
export function upgradeOfferOf({ status, errorType, body }: Refusal): UpgradeOffer | undefined {
  const { license, appVersion, upgradeUrl } = fieldsOf(body);
  if (status !== 400 || errorType !== 'ReleaseNotCovered' || typeof license !== 'string') return undefined;
  return {
    license,
    appVersion: typeof appVersion === 'string' ? appVersion : undefined,
    upgradeUrl: typeof upgradeUrl === 'string' && isWebUrl(upgradeUrl) ? upgradeUrl : undefined,
  };
}
