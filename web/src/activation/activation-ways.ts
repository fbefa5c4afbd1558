import type { Activation, TrialEligibility } from '../api/activation.ts';
import type { ActivationTexts } from './activation-en.ts';

/** The ways in which a device can be activated now, and the obstacles. */
export interface Ways {
  /** `NoSeat`: owned, but every activation is in use, or no license allows this method. */
  readonly license: 'Ready' | 'NeedsSignIn' | 'NoSeat' | 'NotOwned';
  /** `Over`: the device has had its trial. */
  readonly trial: 'Ready' | 'NeedsSignIn' | 'Over' | 'None';
}

/** The ways that the server's response allows. */
export function waysOf(
  activation: Pick<Activation, 'licenseEligibility' | 'trialEligibility'> & {
    readonly product: { readonly owned: boolean };
  },
): Ways {
  const { licenseEligibility, trialEligibility: trial, product } = activation;
  const hasSeat = licenseEligibility?.eligible;
  return { license: licenseWay(hasSeat, product.owned), trial: trialWay(trial, hasSeat !== undefined) };
}

function licenseWay(hasSeat: boolean | undefined, isOwned: boolean): Ways['license'] {
  if (hasSeat === undefined) return 'NeedsSignIn';
  if (hasSeat) return 'Ready';
  return isOwned ? 'NoSeat' : 'NotOwned';
}

function trialWay(trial: TrialEligibility | undefined, isSignedIn: boolean): Ways['trial'] {
  if (trial === undefined) return 'None';
  if (!trial.eligible) return trial.existing && trial.numberOfDaysRemaining <= 0 ? 'Over' : 'None';
  return trial.requiresAccount && !isSignedIn ? 'NeedsSignIn' : 'Ready';
}

/** The button that starts a trial, or continues the one of the device. */
export function trialLabel(trial: TrialEligibility, { trial: texts, days }: ActivationTexts): string {
  return trial.existing
    ? texts.proceed(days(trial.numberOfDaysRemaining))
    : texts.start(trial.numberOfDaysPerProduct);
}
