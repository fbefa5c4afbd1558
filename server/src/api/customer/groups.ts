import { Type } from '../../kernel/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import { findOrder, orderOfAnotherCustomer } from '../../modules/orders/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { customerIdOf } from '../guards/caller.ts';
import { orderAnswer } from './order-answer.ts';
import { OrderBody } from '../wire/order.ts';

const MOST_GROUPS = 100;
const NONE = Type.Null({ description: 'Never: there are no groups yet.' });

/** Groups of customers, which do not exist yet: deployed shops request them anyway (extended API, section A). */
export function registerGroups(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/orders/:orderId/groups',
    config: { access: access.optionalCustomer() },
    schema: {
      tags: ['Orders'],
      operationId: 'joinOrderGroups',
      summary: 'Request to join groups with an order; unknown ones are skipped',
      description: 'There are no groups yet, so every group is skipped and the order is returned unchanged.',
      params: Type.Object({ orderId: Type.String() }),
      body: Type.Object({
        groupIds: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: MOST_GROUPS })),
      }),
      response: { 200: OrderBody, ...problems(orderOfAnotherCustomer) },
    },
    handler: async (request) => {
      const customerId = customerIdOf(request);
      const view = await findOrder(request.context, request.params.orderId, customerId);
      return orderAnswer(request.context, view, { customerId });
    },
  });
  app.route({
    method: 'POST',
    url: '/api/customer/groups/:groupId/join',
    config: { access: access.customer() },
    schema: {
      tags: ['Identity'],
      operationId: 'joinGroup',
      summary: 'Join a group',
      description: 'There are no groups yet: the response is always 404.',
      params: Type.Object({ groupId: Type.String() }),
      response: { 200: NONE, ...problems() },
    },
    handler: async () => {
      throw notFound({ detail: 'There is no such group.' });
    },
  });
}
