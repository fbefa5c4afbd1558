import type { FastifyRequest } from 'fastify';
import { invalidInput } from '../../kernel/problem.ts';
import { fromDecimal, isCurrency } from '../../kernel/money.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import type { QueryContext } from '../../modules/accounts/index.ts';
import {
  orderExists,
  orderInFulfilment,
  ordersAffected,
  type OrderRefundRequest,
  orderSubject,
  performOrderRefund,
  refundExceedsOrder,
  refundOrder,
  returnsOf,
  undueMoneyChanged,
  unknownOrder,
} from '../../modules/orders/index.ts';
import {
  findRefund,
  listRefunds,
  nothingPaid,
  paymentDisputed,
  type Refund,
  refundExceedsPayment,
} from '../../modules/payments/index.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import { command, replaceStoredAnswer } from '../guards/idempotency.ts';
import { limitRefund, REFUND_LIMITS } from '../guards/refund-limit.ts';
import { guidOf } from '../wire/ids.ts';
import { Amount } from '../wire/order.ts';
import { RefundAnswer, refundAnswer } from '../wire/refund.ts';

const TAGS = ['Orders'];
const MOST_LINES = 100;
const MOST_UNITS = 10_000;

const RefundInput = Type.Object(
  {
    paymentId: Type.Optional(
      Type.String({
        description:
          'Default: the payment that paid the order. Name a `Surplus` or `Short` payment to return its money.',
      }),
    ),
    lines: Type.Optional(
      Type.Array(
        Type.Object(
          {
            lineId: Type.String({ description: 'A line item of the order.' }),
            quantity: Type.Integer({ minimum: 1, maximum: MOST_UNITS, description: 'Units to refund.' }),
          },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: MOST_LINES, description: 'Units of lines, each line once.' },
      ),
    ),
    amount: Type.Optional(
      Type.Object(Amount.properties, {
        description: 'An amount of money, without units. Not with `lines`.',
        additionalProperties: false,
      }),
    ),
    reason: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'For the buyer: in the mail, and on the credit note.',
      }),
    ),
    revokeLicenses: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'Whether the licenses of refunded units are revoked. An amount of money revokes none. Not `false` where no money ' +
          'goes back.',
      }),
    ),
    subscription: Type.Optional(
      Type.Enum(['EndNow', 'EndWithPeriod', 'Keep'], {
        description:
          'What becomes of the subscriptions of refunded units. Must be sent when all units of one go back. One that is kept with fewer units is renewed for these.',
      }),
    ),
    undue: Type.Optional(
      Type.Boolean({
        description:
          'Only money that bought nothing: if the payment of `paymentId` has paid the order meanwhile, the refund is refused with `UndueMoneyChanged`.',
      }),
    ),
    confirm: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Refunds although later orders of the customer cost less because of the licenses: without it, such a refund is ' +
          'refused with `OrdersAffected`, which names these orders.',
      }),
    ),
  },
  { title: 'RefundRequest', additionalProperties: false },
);

const OrderPath = Type.Object({ orderId: Type.String({ description: 'The order.' }) });
const RefundPath = Type.Object({
  orderId: Type.String({ description: 'The order.' }),
  refundId: Type.String({ description: 'The refund.' }),
});

/** Refunds of orders (extended API, B). */
export function registerCoreRefunds(app: App, system: System): void {
  registerCreate(app);
  registerList(app, system);
  registerGet(app);
}

function registerCreate(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/orders/:orderId/refunds',
    // Without lines and an amount, it refunds everything: a body that was lost on its way must not do so.
    config: { access: access.vendor('orders:write'), needsBody: true },
    schema: {
      operationId: 'createRefund',
      summary: 'Refund an order: the whole rest, units of lines, or an amount',
      description:
        'A refund never exceeds the paid amount. The refund is stored before the provider is called: if the provider does not respond, or somebody has to approve, it is `Pending`, and is completed in the background. Once the money is returned, the licenses of the units are revoked (those without devices first, and of these the newest), a credit ' +
        'note is issued, and the buyer gets a mail. Free units, even of a free order, are refunded with an amount of 0: no provider is called, and there is no credit note.',
      tags: TAGS,
      params: OrderPath,
      body: RefundInput,
      response: {
        201: RefundAnswer,
        ...problems(
          nothingPaid,
          paymentDisputed,
          orderInFulfilment,
          ordersAffected,
          refundExceedsOrder,
          refundExceedsPayment,
          undueMoneyChanged,
          ...REFUND_LIMITS,
        ),
      },
    },
    handler: async (request, reply) => {
      const { context } = request;
      const orderId = guidOf(request.params.orderId);
      const { id } = await command(
        request,
        async (tx) => {
          const refund = await refundOrder(tx, requestOf(orderId, request.body));
          await limitRefund(request, tx, refund);
          return refund;
        },
        (refund, tx) => answerOf(tx, refund),
        { status: 201 },
      );
      await performOrderRefund(context, id);
      replaceStoredAnswer(request);
      const refund = await findRefund(context, orderSubject({ id: orderId }), id);
      return reply.code(201).send(await answerOf(context, refund));
    },
  });
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/orders/:orderId/refunds',
    config: { access: access.vendor('orders:read') },
    schema: {
      operationId: 'listRefunds',
      summary: 'The refunds of an order, newest first',
      description: 'Those made here, those made at the provider, and lost disputes.',
      tags: TAGS,
      params: OrderPath,
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(RefundAnswer), ...problems() },
    },
    handler: async (request) => {
      const { context, query } = request;
      const page = readPage(system, request, query);
      const subject = orderSubject({ id: guidOf(request.params.orderId) });
      const refunds = await listRefunds(context, { ...subject, ...page });
      if (refunds.length === 0) await refuseUnknownOrder(context, subject.id);
      const parts = await returnsOf(context, refunds);
      return toPage(system, request, page, refunds, {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: (refund) => refundAnswer(refund, parts.get(refund.id)),
      });
    },
  });
}

function registerGet(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/orders/:orderId/refunds/:refundId',
    config: { access: access.vendor('orders:read') },
    schema: {
      operationId: 'getRefund',
      summary: 'One refund of an order',
      tags: TAGS,
      params: RefundPath,
      response: { 200: RefundAnswer, ...problems() },
    },
    handler: async ({ context, params }: FastifyRequest<{ Params: Static<typeof RefundPath> }>) => {
      const subject = orderSubject({ id: guidOf(params.orderId) });
      return answerOf(context, await findRefund(context, subject, guidOf(params.refundId)));
    },
  });
}

/** Raises `NotFound` for an order that the account does not have. */
async function refuseUnknownOrder(ctx: QueryContext, id: string): Promise<void> {
  if (!(await orderExists(ctx, id))) throw unknownOrder(id);
}

async function answerOf(ctx: QueryContext, refund: Refund): Promise<Static<typeof RefundAnswer>> {
  return refundAnswer(refund, (await returnsOf(ctx, [refund])).get(refund.id));
}

function requestOf(orderId: string, body: Static<typeof RefundInput>): OrderRefundRequest {
  const { paymentId, lines, amount, reason, revokeLicenses = true, undue, confirm = false } = body;
  return {
    orderId,
    paymentId: paymentId && guidOf(paymentId),
    lines,
    amount: amount && moneyOf(amount),
    reason,
    revokesLicenses: revokeLicenses,
    isConfirmed: confirm,
    isUndue: undue,
    decision: body.subscription,
  };
}

/** An amount of a request, in minor units. Raises `InvalidInput` unless it is more than 0 and fits its currency. */
export function moneyOf({ currency, amount }: Static<typeof Amount>) {
  if (!isCurrency(currency)) throw invalidInput({ errors: { 'amount.currency': ['must be a currency'] } });
  const amountMinor = fromDecimal(amount, currency);
  if (amountMinor === undefined || amountMinor <= 0)
    throw invalidInput({
      errors: { 'amount.amount': [`must be more than 0, with no more digits than ${currency} has`] },
    });
  return { currency, amountMinor };
}
