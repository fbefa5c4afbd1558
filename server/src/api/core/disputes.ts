import type { FastifyRequest } from 'fastify';
import { GUID_PATTERN } from '../../kernel/ids.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import { orderSubject } from '../../modules/orders/index.ts';
import { findDispute, listDisputes, listDisputesToAnswer } from '../../modules/payments/index.ts';
import { pageOf, type PageRequest, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import { guidOf } from '../wire/ids.ts';
import { momentOf } from '../wire/moment.ts';
import { DisputeAnswer, disputeAnswer } from '../wire/refund.ts';

const TAGS = ['Orders'];

const DisputesQuery = Type.Object({
  ...pageQuery,
  status: Type.Optional(Type.Enum(['Open', 'Won', 'Lost'], { description: 'Only of this status.' })),
  orderId: Type.Optional(
    Type.String({
      pattern: GUID_PATTERN,
      errorMessage: 'must be a GUID',
      description: 'Only of this order.',
    }),
  ),
  toAnswer: Type.Optional(
    Type.Enum(['true'], {
      description:
        'Only those that you have to answer at the payment provider, the soonest `answerBy` first. Not together with `status`, `before` and `after`.',
    }),
  ),
  before: Type.Optional(Type.String({ format: 'date-time', description: 'Opened before this time.' })),
  after: Type.Optional(Type.String({ format: 'date-time', description: 'Opened after this time.' })),
});

/** Disputes of payments (extended API, B). */
export function registerCoreDisputes(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/disputes',
    config: { access: access.vendor('orders:read') },
    schema: {
      operationId: 'listDisputes',
      summary: 'Disputes of payments, newest first, or those to answer, the soonest first',
      description:
        'Buyers claim their money back through their bank. While a dispute is open, the licenses of its order are ' +
        'revoked; they are restored if you win it. Respond to disputes at the payment provider.',
      tags: TAGS,
      querystring: DisputesQuery,
      response: { 200: pageOf(DisputeAnswer), ...problems() },
    },
    handler: async (request) => {
      const page = readPage(system, request, request.query);
      if (request.query.toAnswer !== undefined) return disputesToAnswer(system, request, page);
      const { status, before, after } = request.query;
      const rows = await listDisputes(request.context, {
        ...page,
        ...subjectOf(request.query),
        status,
        createdBefore: momentOf(before),
        createdAfter: momentOf(after),
      });
      return toPage(system, request, page, rows, {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: disputeAnswer,
      });
    },
  });
  app.route({
    method: 'GET',
    url: '/api/disputes/:disputeId',
    config: { access: access.vendor('orders:read') },
    schema: {
      operationId: 'getDispute',
      summary: 'One dispute',
      tags: TAGS,
      params: Type.Object({ disputeId: Type.String({ description: 'The dispute.' }) }),
      response: { 200: DisputeAnswer, ...problems() },
    },
    handler: async ({ context, params }) =>
      disputeAnswer(await findDispute(context, guidOf(params.disputeId))),
  });
}

type DisputesRequest = FastifyRequest<{ Querystring: Static<typeof DisputesQuery> }>;

async function disputesToAnswer(system: System, request: DisputesRequest, page: PageRequest) {
  const { status, before, after } = request.query;
  const others = Object.entries({ status, before, after }).filter(([, value]) => value !== undefined);
  const errors = Object.fromEntries(others.map(([name]) => [name, ['cannot be combined with toAnswer']]));
  if (others.length > 0) throw invalidInput({ errors });
  const filter = { ...page, ...subjectOf(request.query) };
  const rows = await listDisputesToAnswer(request.context, filter);
  return toPage(system, request, page, rows, {
    cursor: ({ answerBy, createdAt, id }) => ({ at: answerBy ?? createdAt, id }),
    item: disputeAnswer,
  });
}

function subjectOf({ orderId }: Static<typeof DisputesQuery>) {
  return orderId === undefined ? {} : { subject: orderSubject({ id: guidOf(orderId) }) };
}
