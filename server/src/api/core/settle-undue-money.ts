import { Type } from '../../kernel/schema.ts';
import {
  orderInFulfilment,
  returnsOf,
  settleUndueMoney,
  undueMoneyChanged,
} from '../../modules/orders/index.ts';
import { nothingPaid, paymentDisputed, refundExceedsPayment } from '../../modules/payments/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { command } from '../guards/idempotency.ts';
import { limitRefund, REFUND_LIMITS } from '../guards/refund-limit.ts';
import { guidOf } from '../wire/ids.ts';
import { Amount } from '../wire/order.ts';
import { RefundAnswer, refundAnswer } from '../wire/refund.ts';
import { moneyOf } from './refunds.ts';

const SettlementInput = Type.Object(
  {
    paymentId: Type.Optional(
      Type.String({
        description:
          'Default: the payment that paid the order, of which money is `owed`. Name a `Surplus` or `Short` payment if you returned its money.',
      }),
    ),
    amount: Type.Object(Amount.properties, {
      description:
        'What you have returned: all that has to go back, as the order shows it now. Another amount is refused.',
      additionalProperties: false,
    }),
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: String.raw`\S`,
      errorMessage: 'must not be blank',
      description: 'How the money was returned, for the buyer: in the mail, and on the credit note.',
    }),
  },
  { title: 'Settlement', additionalProperties: false },
);

/** Money that has to go back, and that the vendor has returned without the payment provider. */
export function registerSettleUndueMoney(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/orders/:orderId/settle-undue',
    config: { access: access.vendor('orders:write') },
    schema: {
      operationId: 'settleUndueMoney',
      summary: 'Record that money which had to go back was returned in another way',
      description:
        'For money that cannot be refunded to the method it came from, such as a closed card: return it by a bank transfer, then record it here. All that is `owed`, or the rest of a `Surplus` or `Short` payment, is recorded as a refund that succeeded, with `elsewhere`. No provider is called, and nothing is returned by itself any more. The buyer gets a mail and, where the payment paid the order, a credit note; licenses stay as they are.',
      tags: ['Orders'],
      params: Type.Object({ orderId: Type.String({ description: 'The order.' }) }),
      body: SettlementInput,
      response: {
        201: RefundAnswer,
        ...problems(
          nothingPaid,
          paymentDisputed,
          orderInFulfilment,
          refundExceedsPayment,
          undueMoneyChanged,
          ...REFUND_LIMITS,
        ),
      },
    },
    handler: async (request, reply) => {
      const { paymentId, amount, reason } = request.body;
      const settlement = {
        orderId: guidOf(request.params.orderId),
        paymentId: paymentId && guidOf(paymentId),
        amount: moneyOf(amount),
        reason: reason.trim(),
      };
      const answer = await command(
        request,
        async (tx) => {
          const refund = await settleUndueMoney(tx, settlement);
          await limitRefund(request, tx, refund);
          return refund;
        },
        async (refund, tx) => refundAnswer(refund, (await returnsOf(tx, [refund])).get(refund.id)),
        { status: 201 },
      );
      return reply.code(201).send(answer);
    },
  });
}
