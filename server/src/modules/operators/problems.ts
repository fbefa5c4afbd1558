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

/**
 * 400: a passkey did not sign what was wanted, in time and for this address, or is none of this account any more. The problem
 * does not say which.
 */
export const passkeyRefused = defineProblem({
  status: 400,
  errorType: 'PasskeyRefused',
  title: 'The passkey was not accepted',
  detail:
    'It may have been removed here, or five minutes have passed since the request. Try again, or use the password.',
});

/** 409: browsers make no passkeys for the address of the dashboard. */
export const passkeysUnavailable = defineProblem({
  status: 409,
  errorType: 'PasskeysUnavailable',
  title: 'Passkeys need a host name',
  detail: 'Browsers make no passkeys for an IP address. Open the dashboard with a host name.',
});

/** 409: an operator keeps only so many passkeys. */
export const tooManyPasskeys = defineProblem({
  status: 409,
  errorType: 'TooManyPasskeys',
  title: 'There are ten passkeys',
  detail: 'You have ten passkeys, and no more are kept. Remove one first.',
});

/** 409: an operator without a password keeps a passkey. */
export const lastPasskey = defineProblem({
  status: 409,
  errorType: 'LastPasskey',
  title: 'This is your only passkey',
  detail: 'You have no password, so this passkey is your way in. Add another one before you remove it.',
});

/** 404: the instance has no provider for signing in. */
export const noSignInProvider = defineProblem({
  status: 404,
  errorType: 'NoSignInProvider',
  title: 'There is no provider to sign in with',
  detail: 'Sign in with the password or a passkey. LATCHKEY_OIDC_ISSUER sets a provider up.',
});

/** 503: the provider does not respond, or not as it should; the password goes on working. */
export const signInProviderUnavailable = defineProblem({
  status: 503,
  errorType: 'SignInProviderUnavailable',
  title: 'The provider does not respond',
  detail: 'The provider for signing in cannot be reached at the moment. Try again, or use the password.',
});

/** 400: somebody came back from the provider without what proves a sign-in there, too late, or for the second time. */
export const providerSignInRefused = defineProblem({
  status: 400,
  errorType: 'ProviderSignInRefused',
  title: 'The sign-in at the provider was not accepted',
  detail:
    'It was ended there, began in another browser or more than five minutes ago, or was used already. Begin again.',
});

/** 403: the provider does not say that the email is the person's own. */
export const emailUnproven = defineProblem({
  status: 403,
  errorType: 'EmailUnproven',
  title: 'The provider has not checked your email',
  detail: 'Your account at the provider needs an email address that it has checked.',
});

/** 403: nobody who works here has the email; for a second look, somebody else has it. */
export const strangeEmail = defineProblem({
  status: 403,
  errorType: 'StrangeEmail',
  title: 'Your account at the provider is of nobody here',
  detail: 'Sign in there with the email that you have here. Whoever is new needs an invitation first.',
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
