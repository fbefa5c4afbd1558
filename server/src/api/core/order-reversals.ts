import { Type } from '../../kernel/schema.ts';
import type { QueryContext } from '../../modules/accounts/index.ts';
import { orderSubject, returnsOf } from '../../modules/orders/index.ts';
import { listDisputes, listFraudWarnings, listRefunds, type Payment } from '../../modules/payments/index.ts';
import { Amount, amountIn } from '../wire/order.ts';
import {
  DisputeAnswer,
  disputeAnswer,
  FraudWarningAnswer,
  fraudWarningAnswer,
  RefundAnswer,
  refundAnswer,
} from '../wire/refund.ts';

/** The number of refunds, disputes and warnings, each, in the response for one order. */
const MOST = 100;

/** The completed and possible reversals of an order, in the response for the order. */
export const reversalFields = {
  refunds: Type.Array(RefundAnswer, {
    description: `The newest first, ${MOST} at most; \`GET /api/orders/{orderId}/refunds\` lists all.`,
  }),
  disputes: Type.Array(DisputeAnswer, {
    description: `The newest first, ${MOST} at most; \`GET /api/disputes?orderId=…\` lists all.`,
  }),
  fraudWarnings: Type.Array(FraudWarningAnswer, { description: `The newest first, ${MOST} at most.` }),
};

export async function reversalsOfOrder(ctx: QueryContext, orderId: string) {
  const subject = orderSubject({ id: orderId });
  const [refunds, disputes, warnings] = await Promise.all([
    listRefunds(ctx, { ...subject, limit: MOST }),
    listDisputes(ctx, { subject, limit: MOST }),
    listFraudWarnings(ctx, subject, MOST),
  ]);
  const parts = await returnsOf(ctx, refunds);
  return {
    refunds: refunds.slice(0, MOST).map((refund) => refundAnswer(refund, parts.get(refund.id))),
    disputes: disputes.slice(0, MOST).map(disputeAnswer),
    fraudWarnings: warnings.map(fraudWarningAnswer),
  };
}

/** The refunded amount of a payment, including pending refunds, in the response for the payment. */
export const refundedField = {
  refunded: Type.Optional(
    Type.Object(Amount.properties, {
      description: 'The refunded amount, including pending refunds; absent if nothing.',
    }),
  ),
};

export function refundedAmount({ refundedMinor, receivedCurrency, currency }: Payment) {
  return refundedMinor > 0 ? { refunded: amountIn(receivedCurrency ?? currency)(refundedMinor) } : {};
}
