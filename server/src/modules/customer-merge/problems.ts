import { defineProblem } from '../../kernel/problem.ts';

/** 409: two customers cannot become one now; the `detail` says why. */
export const mergeRefused = defineProblem({
  status: 409,
  errorType: 'MergeRefused',
  title: 'These customers cannot be merged now',
  detail: 'The email of one of them stands in the way.',
});
