import type { Activation } from '../api/activation.ts';
import { daysText, waysOf } from './activation-ways.ts';

/** Reasons to sign in, or to sign up. */
export interface Reasons {
  readonly signIn: string;
  readonly signUp: string;
}

/** The reasons, depending on the ways in which the device can be activated. */
export function signInReasons(
  activation: Pick<Activation, 'licenseEligibility' | 'trialEligibility'> & {
    readonly product: Pick<Activation['product'], 'name' | 'owned'>;
  },
): Reasons {
  const way = waysOf(activation).trial;
  const {
    product: { name },
    trialEligibility: trial,
  } = activation;
  if (way === 'NeedsSignIn' && trial !== undefined) {
    return trial.existing
      ? {
          signIn: `Use your license for ${name}, or continue the trial on this device.`,
          signUp: `Then continue the trial of ${name} on this device.`,
        }
      : {
          signIn: `Use your license for ${name}, or try it free for ${daysText(trial.numberOfDaysPerProduct)}.`,
          signUp: `Then try ${name} free for ${daysText(trial.numberOfDaysPerProduct)}.`,
        };
  }
  const ended = way === 'Over' ? 'The trial on this device has ended. ' : '';
  return {
    signIn: `${ended}Use the account that owns ${name}.`,
    signUp: `${ended}With an account you can get a license for ${name}.`,
  };
}
