import type { FastifyRequest } from 'fastify';
import { toDecimal } from '../../kernel/money.ts';
import { defineProblem } from '../../kernel/problem.ts';
import type { CommandTx } from '../../modules/accounts/index.ts';
import { confirmationRequired, hasRefundLimit } from '../../modules/operators/index.ts';
import { findPayment, type Refund } from '../../modules/payments/index.ts';
import { requireConfirmation } from './operator-session.ts';

/** 403: an operator whose role has a limit refunds more than that of one order. */
const refundLimitExceeded = defineProblem({
  status: 403,
  errorType: 'RefundLimitExceeded',
  title: 'This refund is too large for your role',
});

/** What `limitRefund` raises, for the schema of a route. */
export const REFUND_LIMITS = [confirmationRequired, refundLimitExceeded];

/**
 * Checks a refund that was just reserved, in its transaction, against the limit of the account: it counts all that goes back
 * of the payment. Beyond it, an operator whose role has a limit is refused (`RefundLimitExceeded`), and every other one has
 * to have confirmed with the password (`ConfirmationRequired`). API keys have no limit.
 */
export async function limitRefund(
  { caller, context, account }: Pick<FastifyRequest, 'caller' | 'context' | 'account'>,
  tx: CommandTx,
  { paymentId }: Pick<Refund, 'paymentId'>,
): Promise<void> {
  if (caller.kind !== 'Operator') return;
  const payment = await findPayment(tx, paymentId);
  const limitMinor = account.settings.refundLimit * 100;
  if (payment === undefined || payment.refundedMinor <= limitMinor) return;
  const { role } = caller.operator;
  if (!hasRefundLimit(role)) return requireConfirmation({ caller, context });
  const most = `${toDecimal(limitMinor, payment.currency)} ${payment.currency}`;
  throw refundLimitExceeded({
    detail: `Your role, ${role}, refunds at most ${most} of an order in all. Ask somebody whose role has no limit.`,
  });
}
