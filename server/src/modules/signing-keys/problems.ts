import { defineProblem } from '../../kernel/problem.ts';

/** 409: the account already has this key; `instance` is its kid. */
export const signingKeyExists = defineProblem({
  status: 409,
  errorType: 'SigningKeyExists',
  title: 'The account already has this key',
  detail: 'The account already has this key.',
});

/** 409: the key is the signing key; rotate first. */
export const signingKeyActive = defineProblem({
  status: 409,
  errorType: 'SigningKeyActive',
  title: 'The key is in use',
  detail: 'This key currently signs tokens. Rotate to another key first.',
});
