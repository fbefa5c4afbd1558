import type { components } from '@latchkey/sdk';
import { answer, visitorApi } from './client.ts';

/** The number of an order, and the address of its buyer. */
export type WithdrawalClaim = components['schemas']['WithdrawalClaim'];
export type WithdrawableOrder = components['schemas']['WithdrawableOrder'];
export type Withdrawal = components['schemas']['Withdrawal'];
export type Declaration = components['schemas']['WithdrawalDeclaration'];

/** The lines that a buyer can withdraw from. Refused with 404 `WithdrawalOrderUnknown`. */
export function lookUpOrder(body: WithdrawalClaim): Promise<WithdrawableOrder> {
  return answer(visitorApi.POST('/api/customer/withdrawals/order', { body }));
}

/** Withdraws from lines. Refused with 404 `WithdrawalOrderUnknown` and 409 `NothingToWithdraw`. */
export function declareWithdrawal(body: Declaration): Promise<Withdrawal> {
  return answer(visitorApi.POST('/api/customer/withdrawals', { body }));
}
