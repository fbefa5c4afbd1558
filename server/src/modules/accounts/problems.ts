import { defineProblem } from '../../kernel/problem.ts';

/** 409: another account of this instance has the id. */
export const accountExists = defineProblem({
  status: 409,
  errorType: 'AccountExists',
  title: 'An account with this id already exists',
  detail: 'Another account of this instance has this id. Choose another id.',
});

/** 409: a custom domain leads to another account. */
export const domainInUse = defineProblem({
  status: 409,
  errorType: 'DomainInUse',
  title: 'A domain is already in use',
  detail: 'Another account of this instance uses this domain.',
});

/** 409: hosts without an account of their own lead to another account. */
export const defaultAccountExists = defineProblem({
  status: 409,
  errorType: 'DefaultAccountExists',
  title: 'There is already a default account',
  detail: 'Another account of this instance is the default account.',
});

/** 409: hosts without an account of their own would lead nowhere. */
export const defaultAccountNeeded = defineProblem({
  status: 409,
  errorType: 'DefaultAccountNeeded',
  title: 'The default account is needed',
  detail:
    'This is the default account, and there are other accounts. Make another account the default first.',
});

/** 409: a key that has expired or was revoked cannot be rotated. */
export const apiKeyEnded = defineProblem({
  status: 409,
  errorType: 'ApiKeyEnded',
  title: 'The API key is no longer valid',
  detail: 'This API key has expired or was revoked. Create another one.',
});

/** 403: an API key of one account may not change this for an instance shared with others. */
export const operatorOnly = defineProblem({
  status: 403,
  errorType: 'OperatorOnly',
  title: 'Only the operator of this instance may change this',
});
