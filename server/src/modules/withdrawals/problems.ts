import { defineProblem } from '../../kernel/problem.ts';

/** 404: no paid order has this number and this address; the problem does not say which of them is wrong. */
export const withdrawalOrderUnknown = defineProblem({
  status: 404,
  errorType: 'WithdrawalOrderUnknown',
  title: 'No paid order has this number and this email address',
});

/** 409: the line was withdrawn or refunded before. */
export const nothingToWithdraw = defineProblem({
  status: 409,
  errorType: 'NothingToWithdraw',
  title: 'A line has already been withdrawn or refunded',
  detail: 'A line has already been withdrawn or refunded. Look the order up again.',
});

/** 409: the vendor has decided on every line of the withdrawal. */
export const withdrawalDecided = defineProblem({
  status: 409,
  errorType: 'WithdrawalDecided',
  title: 'The withdrawal has already been decided',
  detail: 'Every line of the withdrawal, or every line that you named, has already been decided.',
});
