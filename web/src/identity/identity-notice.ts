import { Refusal } from '@latchkey/sdk';
import { type FailureMessage, failureMessage, waitText } from '../ui/failure-message.ts';
import { type FormRefusal, sortRefusal } from '../ui/form-messages.ts';

/** The messages about a failed sign-in, sign-up or request for a mail. */
export interface IdentityRefusal<Name extends string> {
  readonly beside: FormRefusal<Name>['beside'];
  /** The message that belongs to no field; undefined when the messages beside the fields are enough. */
  readonly notice: (Pick<FailureMessage, 'title'> & { readonly messages: readonly string[] }) | undefined;
}

/** Sorts a failure by where a form with these fields shows it. */
export function identityRefusal<Name extends string>(
  failure: Error,
  names: readonly Name[],
): IdentityRefusal<Name> {
  if (failure instanceof Refusal) {
    const problem = problemOf(failure);
    if (problem !== undefined) return { beside: {}, notice: problem };
    const errors =
      failure.errorType === 'EmailInUse'
        ? { email: ['There is an account with this address already. Sign in instead.'] }
        : failure.errors;
    if (Object.keys(errors).length > 0) {
      const { beside, apart } = sortRefusal(errors, names);
      return { beside, notice: apart.length === 0 ? undefined : { title: failure.title, messages: apart } };
    }
  }
  const { title, text, reference } = failureMessage(failure);
  return {
    beside: {},
    notice: {
      title,
      messages: [
        text,
        ...(reference === undefined ? [] : [`Reference for the shop's support: ${reference}`]),
      ],
    },
  };
}

function problemOf({ status, errorType, detail, retryAfterSeconds }: Refusal) {
  if (errorType === 'InvalidCredentials') {
    return { title: 'Email or password is wrong', messages: ['Check both, then try again.'] };
  }
  if (errorType === 'EmailNotConfirmed') {
    return {
      title: 'Confirm your email address first',
      messages: [detail ?? 'Open the link that we sent you.', 'Then sign in here.'],
    };
  }
  if (status === 429) return { title: 'Too many attempts', messages: [waitText(retryAfterSeconds)] };
  return undefined;
}
