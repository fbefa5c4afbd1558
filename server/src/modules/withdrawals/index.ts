export { lookUpOrder, type WithdrawableLine, type WithdrawableOrder } from './look-up.ts';
export { orderOfWithdrawal } from './order-of-withdrawal.ts';
export { withdraw } from './withdraw.ts';
export { declineWithdrawal, grantWithdrawal } from './decide.ts';
export { grantJob } from './grant-job.ts';
export { findWithdrawal, linesOfWithdrawals, listWithdrawals } from './queries.ts';
export { nothingToWithdraw, withdrawalDecided, withdrawalOrderUnknown } from './problems.ts';
export { REFUND_DAYS } from './domain/entitlement.ts';
export type { Withdrawal, WithdrawalLine, WithdrawalView } from './tables.ts';
