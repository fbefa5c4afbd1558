import { Refusal } from '@latchkey/sdk';
import type { FormTexts } from './identity-texts.ts';
import { type FailureMessage, failureMessage, waitText } from '@latchkey/ui/failures/failure-message.ts';
import { type FormRefusal, sortRefusal } from '@latchkey/ui/fields/form-messages.ts';

/** The messages about a failed sign-in, sign-up or request for a mail. */
export interface IdentityRefusal {
  readonly beside: FormRefusal['beside'];
  /** The message that belongs to no field; undefined when the messages beside the fields are enough. */
  readonly notice: (Pick<FailureMessage, 'title'> & { readonly messages: readonly string[] }) | undefined;
}

/** Sorts a failure by where a form with these fields shows it. */
export function identityRefusal(failure: Error, names: readonly string[], texts: FormTexts): IdentityRefusal {
  if (failure instanceof Refusal) {
    const problem = problemOf(failure, texts);
    if (problem !== undefined) return { beside: {}, notice: problem };
    if (failure.errorType === 'EmailInUse' && names.includes('email')) {
      return { beside: { email: texts.identity.emailInUse }, notice: undefined };
    }
    const { errors } = failure;
    if (Object.keys(errors).length > 0) {
      const { beside, apart } = sortRefusal(errors, names, texts.form);
      return { beside, notice: apart.length === 0 ? undefined : { title: failure.title, messages: apart } };
    }
  }
  const { title, text, reference } = failureMessage(failure, texts.failure);
  return {
    beside: {},
    notice: {
      title,
      messages: [text, ...(reference === undefined ? [] : [texts.failure.reference(reference)])],
    },
  };
}

function problemOf(
  { status, errorType, detail, retryAfterSeconds }: Refusal,
  { identity, failure }: FormTexts,
) {
  if (errorType === 'InvalidCredentials') {
    return { title: identity.wrong, messages: [identity.wrongText] };
  }
  if (errorType === 'EmailNotConfirmed') {
    return {
      title: identity.unconfirmed,
      messages: [detail ?? identity.unconfirmedText, identity.unconfirmedThen],
    };
  }
  if (status === 429) return { title: identity.tooMany, messages: [waitText(retryAfterSeconds, failure)] };
  return undefined;
}
