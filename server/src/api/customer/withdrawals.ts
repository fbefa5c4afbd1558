import { Type } from '../../kernel/schema.ts';
import {
  lookUpOrder,
  nothingToWithdraw,
  withdraw,
  withdrawalOrderUnknown,
} from '../../modules/withdrawals/index.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { Moment } from '../wire/moment.ts';
import {
  WithdrawableLineBody,
  withdrawableLine,
  WithdrawalBody,
  withdrawalBody,
} from '../wire/withdrawal.ts';

const TAGS = ['Withdrawals'];

const claimFields = {
  orderNumber: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'As on the receipt, in any case, with or without the dash.',
  }),
  email: Type.String({
    minLength: 1,
    maxLength: 320,
    description: 'The address of the receipt, or of the customer.',
  }),
};

/** Withdrawals from the contract, without signing in (commerce, Withdrawal). */
export function registerWithdrawals(app: App): void {
  registerLookUp(app);
  registerWithdraw(app);
}

function registerLookUp(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/withdrawals/order',
    config: { access: access.public(), limit: 'withdrawalsPerMinute' },
    schema: {
      operationId: 'lookUpWithdrawal',
      summary: 'The lines of an order that a buyer wants to withdraw from',
      description:
        'Says for each line what the buyer has waived and used, and whether they have the right to withdraw. Changes nothing. The refusal is the same for a wrong number and a wrong address.',
      tags: TAGS,
      body: Type.Object(claimFields, { title: 'WithdrawalClaim' }),
      response: {
        200: Type.Object(
          {
            orderNumber: Type.String(),
            purchasedAt: Moment,
            withdrawableUntil: Moment,
            lines: Type.Array(WithdrawableLineBody),
          },
          { title: 'WithdrawableOrder' },
        ),
        ...problems(withdrawalOrderUnknown),
      },
    },
    handler: async ({ context, body: { orderNumber: typed, email } }) => {
      const { order, number, end, lines } = await lookUpOrder(context, { number: typed, email });
      return {
        orderNumber: number,
        purchasedAt: (order.paidAt ?? order.createdAt).toISOString(),
        withdrawableUntil: end.toISOString(),
        lines: lines.map((line) => withdrawableLine(line, order.currency)),
      };
    },
  });
}

function registerWithdraw(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/withdrawals',
    config: { access: access.public(), limit: 'withdrawalsPerMinute' },
    schema: {
      operationId: 'withdraw',
      summary: 'Withdraw from the contract for lines of an order',
      description:
        'Takes effect immediately: a mail confirms the contents with date and time. What the buyer has a right to is refunded within 14 days, by the vendor or automatically (setting `grantsWithdrawals`); the vendor decides on the rest. Each line can be withdrawn once.',
      tags: TAGS,
      body: Type.Object(
        {
          ...claimFields,
          lineIds: Type.Array(Type.String({ maxLength: 200 }), {
            minItems: 1,
            maxItems: 100,
            uniqueItems: true,
          }),
          statement: Type.Optional(
            Type.String({ maxLength: 2_000, description: 'Anything that the buyer wants to add.' }),
          ),
          locale: Type.Optional(
            Type.String({ maxLength: 35, description: 'The language of the mail, such as `de-AT`.' }),
          ),
        },
        { title: 'WithdrawalDeclaration' },
      ),
      response: { 201: WithdrawalBody, ...problems(withdrawalOrderUnknown, nothingToWithdraw) },
    },
    handler: async ({ context, body }, reply) => {
      const { orderNumber: number, email, lineIds, statement, locale = 'en' } = body;
      const view = await withdraw(context, { number, email, lineIds, statement, locale });
      return reply.code(201).send(withdrawalBody(view));
    },
  });
}
