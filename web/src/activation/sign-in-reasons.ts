import type { Activation } from '../api/activation.ts';
import type { ActivationTexts } from './activation-en.ts';
import { waysOf } from './activation-ways.ts';

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
  { signIn: texts, days }: Pick<ActivationTexts, 'signIn' | 'days'>,
): Reasons {
  const way = waysOf(activation).trial;
  const {
    product: { name },
    trialEligibility: trial,
  } = activation;
  if (way === 'NeedsSignIn' && trial !== undefined) {
    return trial.existing
      ? { signIn: texts.orContinue(name), signUp: texts.thenContinue(name) }
      : {
          signIn: texts.orTry(name, days(trial.numberOfDaysPerProduct)),
          signUp: texts.thenTry(name, days(trial.numberOfDaysPerProduct)),
        };
  }
  const ended = way === 'Over' ? `${texts.trialOver} ` : '';
  return { signIn: `${ended}${texts.own(name)}`, signUp: `${ended}${texts.get(name)}` };
}
