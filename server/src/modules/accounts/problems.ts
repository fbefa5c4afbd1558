import { defineProblem } from '../../kernel/problem.ts';

/** 409: another account of this instance has the id. */
export const accountExists = defineProblem({
  status: 409,
  errorType: 'AccountExists',
  title: 'An account with this id exists already',
});

/** 409: a custom domain leads to another account. */
export const domainInUse = defineProblem({
  status: 409,
  errorType: 'DomainInUse',
  title: 'A domain is in use already',
});

/** 409: hosts without an account of their own lead to another account. */
export const defaultAccountExists = defineProblem({
  status: 409,
  errorType: 'DefaultAccountExists',
  title: 'There is a default account already',
});
