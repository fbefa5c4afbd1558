import { defineProblem } from '../../kernel/problem.ts';

/** 404: no paid order has this number and this address; which of them is wrong stays open. */
export const withdrawalOrderUnknown = defineProblem({
  status: 404,
  errorType: 'WithdrawalOrderUnknown',
  title: 'No paid order has this number and this email address',
});

/** 409: the line was withdrawn or refunded before. */
export const nothingToWithdraw = defineProblem({
  status: 409,
  errorType: 'NothingToWithdraw',
  title: 'A line was withdrawn or refunded before',
  detail: 'A line was withdrawn or refunded before: look the order up again.',
});

/** 409: the vendor has decided on every line of the withdrawal. */
export const withdrawalDecided = defineProblem({
  status: 409,
  errorType: 'WithdrawalDecided',
  title: 'No line of the withdrawal is left to decide on',
  detail: 'Every line of the withdrawal, or of those that you named, is decided on.',
});
