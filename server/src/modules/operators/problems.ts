import { defineProblem } from '../../kernel/problem.ts';

/**
 * 400: the email, the password or the one-time code is wrong or missing. Nobody who guesses passwords learns which: the same
 * for an email that no operator has.
 */
export const signInRefused = defineProblem({
  status: 400,
  errorType: 'SignInRefused',
  title: 'Email, password or one-time code is wrong',
  detail:
    'Check the email and the password. Whoever uses one-time codes enters one, too, and each works once.',
});

/** 409: the operator has no one-time codes, or no set-up of them to finish. */
export const codesNotSetUp = defineProblem({
  status: 409,
  errorType: 'CodesNotSetUp',
  title: 'One-time codes are not set up',
  detail: 'Begin to set up one-time codes first.',
});

/** 400: the link is wrong, used, expired or replaced by a newer one; the problem does not say which. */
export const linkRefused = defineProblem({
  status: 400,
  errorType: 'LinkRefused',
  title: 'The link does not work any more',
  detail: 'It was used, has expired, or was replaced by a newer one. Ask for a new one.',
});

/** 403: an operator has to confirm with the password first; an API key never has to. */
export const confirmationRequired = defineProblem({
  status: 403,
  errorType: 'ConfirmationRequired',
  title: 'Confirm that it is you',
  detail: 'Enter your password again to do this. Nothing was changed.',
});

/** 409: the account already has an operator with this email. */
export const operatorExists = defineProblem({
  status: 409,
  errorType: 'OperatorExists',
  title: 'There is an operator with this email',
  detail: 'This account already has an operator with this email.',
});

/** 409: the account would have nobody left who may manage operators. */
export const lastOwner = defineProblem({
  status: 409,
  errorType: 'LastOwner',
  title: 'This is the last owner',
  detail: 'The account needs an owner. Make somebody else an owner first.',
});
