import { defineProblem } from '../../kernel/problem.ts';

/** 409: the account already has this key; `instance` is its kid. */
export const signingKeyExists = defineProblem({
  status: 409,
  errorType: 'SigningKeyExists',
  title: 'The account already has this key',
  detail: 'The account already has this key.',
});

/** 409: devices or products use the key; the `detail` says which. */
export const signingKeyInUse = defineProblem({
  status: 409,
  errorType: 'SigningKeyInUse',
  title: 'The key is in use',
  detail: 'Devices or products use this key.',
});
