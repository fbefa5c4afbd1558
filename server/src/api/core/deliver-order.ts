import { Type } from '../../kernel/schema.ts';
import { deliverAgain, nothingToDeliver } from '../../modules/orders/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { guidOf } from '../wire/ids.ts';

const OrderDelivery = Type.Object(
  {
    isDelivered: Type.Boolean(),
    lastFulfilmentFailure: Type.Optional(
      Type.String({ description: 'Why it could not be delivered. It is tried again by itself.' }),
    ),
  },
  { title: 'OrderDelivery' },
);

/** A further try to deliver an order that is paid. */
export function registerDeliverOrder(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/orders/:orderId/deliver',
    config: { access: access.vendor('orders:write') },
    schema: {
      operationId: 'deliverOrder',
      summary: 'Try to deliver a paid order now',
      description:
        'Once you have removed what kept it from being delivered, instead of waiting for the next try. An order that is delivered already stays as it is.',
      tags: ['Orders'],
      params: Type.Object({ orderId: Type.String({ description: 'The order.' }) }),
      response: { 200: OrderDelivery, ...problems(nothingToDeliver) },
    },
    handler: async ({ context, params }) => {
      const { status, lastFulfilmentFailure: failure } = await deliverAgain(context, guidOf(params.orderId));
      return {
        isDelivered: status === 'Completed',
        ...(failure !== null && { lastFulfilmentFailure: failure }),
      };
    },
  });
}
