import { defineProblem } from '../../kernel/problem.ts';

/** 409: another customer of the account has this email. */
export const emailInUse = defineProblem({
  status: 409,
  errorType: 'EmailInUse',
  title: 'This email address is already in use',
  detail: 'Another customer uses this email address. Sign in, or choose another address.',
});

/** 409: an import of a customer who already exists, whose id is the `instance`. */
export const customerExists = defineProblem({
  status: 409,
  errorType: 'CustomerExists',
  title: 'This customer already exists',
  detail: 'A customer of the account already has this email address or external id.',
});
