import { defineProblem } from '../../kernel/problem.ts';

/** 409: the product has a release with this version; `instance` is the version. */
export const releaseExists = defineProblem({
  status: 409,
  errorType: 'ReleaseExists',
  title: 'A release with this version already exists',
  detail: 'The product already has a release with this version. Update that release instead.',
});
