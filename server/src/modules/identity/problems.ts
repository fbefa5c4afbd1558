import { defineProblem } from '../../kernel/problem.ts';

/** 400: wrong email or password; the same for an email that nobody has (wire contract section 1). */
export const invalidCredentials = defineProblem({
  status: 400,
  errorType: 'InvalidCredentials',
  title: 'Email or password is wrong',
});

/** 403: this refresh token cannot be exchanged; the client signs out (wire contract section 2). */
export const refreshRefused = defineProblem({
  status: 403,
  errorType: 'RefreshRefused',
  title: 'The session cannot be continued; sign in again',
});

/** 400: the code from a mail is wrong, used, expired or replaced by a newer one; the problem does not say which. */
export const invalidCode = defineProblem({
  status: 400,
  errorType: 'InvalidCode',
  title: 'The code is wrong or has expired',
});

/** 403: the account requires a confirmed email for signing in. */
export const emailNotConfirmed = defineProblem({
  status: 403,
  errorType: 'EmailNotConfirmed',
  title: 'The email address must be confirmed first',
});

/** 409: the account has licenses or paid orders, so a link in a mail cannot remove it. */
export const accountOwnsPurchases = defineProblem({
  status: 409,
  errorType: 'AccountOwnsPurchases',
  title: 'This account has purchases',
  detail:
    'The buyer may have mistyped the address, so this link cannot remove the account. Request a new password to take the account over, or ask the vendor to remove it.',
});
