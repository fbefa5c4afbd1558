import { defineProblem } from '../../kernel/problem.ts';

/** 403: another customer has redeemed the code. */
export const voucherRedeemed = defineProblem({
  status: 403,
  errorType: 'VoucherRedeemed',
  title: 'Someone else has redeemed the voucher',
});

/** 409: the code has expired. */
export const voucherExpired = defineProblem({
  status: 409,
  errorType: 'VoucherExpired',
  title: 'The voucher has expired',
  detail: 'The last day on which this voucher could be redeemed has passed.',
});

/** 409: the merchant has revoked the code, or an item in it is inactive or archived. */
export const voucherNotRedeemable = defineProblem({
  status: 409,
  errorType: 'VoucherNotRedeemable',
  title: 'The voucher cannot be redeemed',
  detail: 'The vendor has withdrawn this voucher or something that it contains.',
});

/** 409: the codes of a batch are still being created. */
export const batchNotReady = defineProblem({
  status: 409,
  errorType: 'BatchNotReady',
  title: 'The codes are still being created',
  detail: 'The codes of this batch are still being created. Try again in a moment.',
});
