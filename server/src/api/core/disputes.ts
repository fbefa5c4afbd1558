import { GUID_PATTERN } from '../../kernel/ids.ts';
import { Type } from '../../kernel/schema.ts';
import { orderSubject } from '../../modules/orders/index.ts';
import { findDispute, listDisputes } from '../../modules/payments/index.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
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
      summary: 'Disputes of payments, newest first',
      description:
        'Buyers claim their money back through their bank. While a dispute is open, the licenses of its order are ' +
        'revoked; they are restored if you win it. Respond to disputes at the payment provider.',
      tags: TAGS,
      querystring: DisputesQuery,
      response: { 200: pageOf(DisputeAnswer), ...problems() },
    },
    handler: async (request) => {
      const { status, orderId, before, after, ...query } = request.query;
      const page = readPage(system, request, query);
      const rows = await listDisputes(request.context, {
        ...page,
        status,
        ...(orderId !== undefined && { subject: orderSubject({ id: guidOf(orderId) }) }),
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
