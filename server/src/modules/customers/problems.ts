import { defineProblem } from '../../kernel/problem.ts';

/** 409: another customer of the account has this email. */
export const emailInUse = defineProblem({
  status: 409,
  errorType: 'EmailInUse',
  title: 'This email address is already in use',
  detail: 'Another customer uses this email address. Sign in, or choose another address.',
});
