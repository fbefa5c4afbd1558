import { type Static, Type } from '../../kernel/schema.ts';
import { listRedemptions } from '../../modules/vouchers/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';
import { requireScope } from '../guards/caller.ts';
import { Moment } from '../wire/moment.ts';
import { customerOf, CustomerPath } from './customer-answer.ts';

const RedeemedVoucher = Type.Object(
  {
    id: Type.String({ description: 'The voucher.' }),
    batchId: Type.String(),
    name: Type.String({ description: 'The name of its batch.' }),
    contents: Type.Array(
      Type.Object({
        type: Type.Enum(['Product', 'Bundle']),
        id: Type.String(),
        quantity: Type.Integer(),
      }),
      { description: 'What each code of the batch gives.' },
    ),
    redeemedAt: Moment,
  },
  { title: 'RedeemedVoucher' },
);

/** The vouchers that a customer has redeemed (the vendor's dashboard, customers). */
export function registerCustomerVouchers(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/customers/:idOrEmail/vouchers',
    config: { access: access.vendor('customers:read', 'vouchers:read') },
    schema: {
      operationId: 'listCustomerVouchers',
      summary: 'The vouchers that a customer has redeemed, newest first',
      description: 'Without their codes: `GET /api/vouchers/batches/{id}/codes` has these.',
      tags: ['Customers'],
      params: CustomerPath,
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(RedeemedVoucher), ...problems() },
    },
    handler: async (request) => {
      const { context, params, query, caller } = request;
      requireScope(caller, 'vouchers:read');
      const page = readPage(system, request, query);
      const { id } = await customerOf(context, params);
      return toPage(system, request, page, await listRedemptions(context, id, page), {
        cursor: ({ redeemedAt, voucherId }) => ({ at: redeemedAt, id: voucherId }),
        item: ({ voucherId, batchId, name, contents, redeemedAt }): Static<typeof RedeemedVoucher> => ({
          id: voucherId,
          batchId,
          name,
          contents: contents.map(({ type, id: itemId, quantity }) => ({ type, id: itemId, quantity })),
          redeemedAt: redeemedAt.toISOString(),
        }),
      });
    },
  });
}
