import type { FastifyRequest } from 'fastify';
import { GUID_PATTERN } from '../../kernel/ids.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import { orderInFulfilment, performOrderRefund, refundExceedsOrder } from '../../modules/orders/index.ts';
import { nothingPaid, paymentDisputed, refundExceedsPayment } from '../../modules/payments/index.ts';
import {
  declineWithdrawal,
  findWithdrawal,
  grantWithdrawal,
  linesOfWithdrawals,
  listWithdrawals,
  withdrawalDecided,
} from '../../modules/withdrawals/index.ts';
import { pageOf, pageQuery, readPage, sortQuery, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import { command } from '../guards/idempotency.ts';
import { limitRefund, REFUND_LIMITS } from '../guards/refund-limit.ts';
import { guidOf } from '../wire/ids.ts';
import { WithdrawalBody, withdrawalBody } from '../wire/withdrawal.ts';

const TAGS = ['Orders'];

const Path = Type.Object({ withdrawalId: Type.String({ description: 'The withdrawal.' }) });
const lineIds = Type.Optional(
  Type.Array(Type.String({ maxLength: 200 }), {
    minItems: 1,
    maxItems: 100,
    description: 'Only these lines; absent: all that are undecided.',
  }),
);

/** Withdrawals of buyers, and the vendor's decisions on them (commerce, Withdrawal). */
export function registerCoreWithdrawals(app: App, system: System): void {
  registerList(app, system);
  registerGet(app);
  registerGrant(app);
  registerDecline(app);
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/withdrawals',
    config: { access: access.vendor('orders:read') },
    schema: {
      operationId: 'listWithdrawals',
      summary: 'Withdrawals of buyers, newest or oldest first',
      tags: TAGS,
      querystring: Type.Object({
        ...pageQuery,
        ...sortQuery,
        open: Type.Optional(
          Type.Enum(['true'], { description: 'Only those with lines that you have not decided on.' }),
        ),
        orderId: Type.Optional(
          Type.String({
            pattern: GUID_PATTERN,
            errorMessage: 'must be a GUID',
            description: 'Only of this order.',
          }),
        ),
      }),
      response: { 200: pageOf(WithdrawalBody), ...problems() },
    },
    handler: async (request) => {
      const { context, query } = request;
      const page = readPage(system, request, query);
      const rows = await listWithdrawals(context, {
        ...page,
        isOpen: query.open === 'true',
        orderId: query.orderId?.toLowerCase(),
      });
      const lines = await linesOfWithdrawals(context, rows);
      return toPage(system, request, page, rows, {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: (withdrawal) =>
          withdrawalBody({
            withdrawal,
            lines: lines.filter(({ withdrawalId }) => withdrawalId === withdrawal.id),
          }),
      });
    },
  });
}

function registerGet(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/withdrawals/:withdrawalId',
    config: { access: access.vendor('orders:read') },
    schema: {
      operationId: 'getWithdrawal',
      summary: 'One withdrawal',
      tags: TAGS,
      params: Path,
      response: { 200: WithdrawalBody, ...problems() },
    },
    handler: async ({ context, params }: FastifyRequest<{ Params: Static<typeof Path> }>) =>
      withdrawalBody(await findWithdrawal(context, guidOf(params.withdrawalId))),
  });
}

function registerGrant(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/withdrawals/:withdrawalId/grant',
    config: { access: access.vendor('orders:write') },
    schema: {
      operationId: 'grantWithdrawal',
      summary: 'Grant a withdrawal: refund its lines',
      description:
        'Refunds what is left of the lines, and revokes their licenses, as `POST /api/orders/{orderId}/refunds` does. Also lines that the buyer has no right to withdraw from, and, if you name them, those that you declined.',
      tags: TAGS,
      params: Path,
      body: Type.Object({ lineIds }, { title: 'WithdrawalGrant', additionalProperties: false }),
      response: {
        200: WithdrawalBody,
        ...problems(
          withdrawalDecided,
          nothingPaid,
          paymentDisputed,
          orderInFulfilment,
          refundExceedsOrder,
          refundExceedsPayment,
          ...REFUND_LIMITS,
        ),
      },
    },
    handler: async (request) => {
      const withdrawalId = guidOf(request.params.withdrawalId);
      let refundId: string | undefined;
      const answer = await command(
        request,
        async (tx) => {
          const refund = await grantWithdrawal(tx, { withdrawalId, lineIds: request.body.lineIds });
          if (refund !== undefined) await limitRefund(request, tx, refund);
          refundId = refund?.id;
        },
        async (_, tx) => withdrawalBody(await findWithdrawal(tx, withdrawalId)),
      );
      if (refundId !== undefined) await performOrderRefund(request.context, refundId);
      return answer;
    },
  });
}

function registerDecline(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/withdrawals/:withdrawalId/decline',
    config: { access: access.vendor('orders:write') },
    schema: {
      operationId: 'declineWithdrawal',
      summary: 'Decline a withdrawal',
      description: 'The buyer gets a mail with your reason. You can still grant the lines later.',
      tags: TAGS,
      params: Path,
      body: Type.Object(
        {
          lineIds,
          reason: Type.String({ minLength: 1, maxLength: 500, description: 'For the buyer.' }),
        },
        { title: 'WithdrawalRefusal', additionalProperties: false },
      ),
      response: { 200: WithdrawalBody, ...problems(withdrawalDecided) },
    },
    handler: (request) => {
      const withdrawalId = guidOf(request.params.withdrawalId);
      return command(
        request,
        (tx) => declineWithdrawal(tx, { withdrawalId, ...request.body }),
        async (_, tx) => withdrawalBody(await findWithdrawal(tx, withdrawalId)),
      );
    },
  });
}
