import { defineProblem } from '../../kernel/problem.ts';

/** 409: two customers cannot become one now; the `detail` says why. */
export const mergeRefused = defineProblem({
  status: 409,
  errorType: 'MergeRefused',
  title: 'These customers cannot be merged now',
  detail: 'The email of one of them stands in the way.',
});

/** 429: a customer gets one mail an hour that asks for their account; set `Retry-After`, in seconds. */
export const askedRecently = defineProblem({
  status: 429,
  errorType: 'AskedRecently',
  title: 'This customer was asked less than an hour ago',
  detail:
    'A customer is asked for their account once an hour at most. The last link works if you did not take it back.',
});
