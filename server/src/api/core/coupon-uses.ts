import { Type } from '../../kernel/schema.ts';
import { pageCouponUses } from '../../modules/coupons/index.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import { IdPath } from '../wire/catalog.ts';
import { Moment } from '../wire/moment.ts';
import { Amount, amountIn } from '../wire/order.ts';

const UseAnswer = Type.Object(
  {
    id: Type.String(),
    codeId: Type.String(),
    orderId: Type.String(),
    status: Type.Enum(['Reserved', 'Used', 'Returned'], {
      description:
        'Reserved while a payment is pending, Returned if it failed, Used once the order is fulfilled.',
    }),
    discount: Amount,
    beyondLimit: Type.Boolean({
      description:
        'The money arrived after the payment had failed, and no use was left: the order keeps its price, and the use is not counted.',
    }),
    createdAt: Moment,
    endedAt: Type.Optional(Moment),
  },
  { title: 'CouponUse' },
);

/** The uses of a coupon. */
export function registerCouponUses(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/coupons/:id/uses',
    config: { access: access.vendor('coupons:read') },
    schema: {
      operationId: 'listCouponUses',
      summary: 'The payments that use a coupon, newest first, with their orders',
      tags: ['Coupons'],
      params: IdPath,
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(UseAnswer), ...problems() },
    },
    handler: async (request) => {
      const { context, params, query } = request;
      const page = readPage(system, request, query);
      const rows = await pageCouponUses(context, params.id, page);
      return toPage(system, request, page, rows, {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: ({
          id,
          codeId,
          orderId,
          status,
          amountMinor,
          currency,
          isBeyondLimit,
          createdAt,
          endedAt,
        }) => ({
          id,
          codeId,
          orderId,
          status,
          discount: amountIn(currency)(amountMinor),
          beyondLimit: isBeyondLimit,
          createdAt: createdAt.toISOString(),
          ...(endedAt !== null && { endedAt: endedAt.toISOString() }),
        }),
      });
    },
  });
}
