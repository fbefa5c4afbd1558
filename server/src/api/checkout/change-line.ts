import { Type } from '../../kernel/schema.ts';
import {
  checkoutLinkExpired,
  openCheckout,
  orderCompleted,
  orderOfSubscription,
  orderTaken,
  paymentInProgress,
  updateOrder,
  visitCheckout,
} from '../../modules/orders/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { clientNetwork } from '../../platform/http/network/client.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { CHECKOUT_TAGS, CheckoutBody } from './checkout-body.ts';
import { linkParams, returnQuery } from './checkout-link.ts';
import { checkoutBody } from './checkout-presenter.ts';

/** As in the shop (customer API, Orders). */
const MAX_QUANTITY = 10_000;
/** Clients choose the ids of lines (wire contract section 4). */
const MAX_LINE_ID = 200;

/** The route that changes the quantity of a line of the order of a checkout URL, or removes the line. */
export function registerChangeLine(app: App): void {
  app.route({
    method: 'PATCH',
    url: '/api/checkout/:orderId/:token/lines/:lineId',
    config: { access: access.public() },
    schema: {
      tags: CHECKOUT_TAGS,
      operationId: 'changeCheckoutLine',
      summary: 'Change the quantity of a line of the order of a checkout URL',
      description: '0 removes the line. The cart keeps the change, also in the shop.',
      params: Type.Object({ ...linkParams.properties, lineId: Type.String({ maxLength: MAX_LINE_ID }) }),
      querystring: returnQuery,
      body: Type.Object(
        { quantity: Type.Integer({ minimum: 0, maximum: MAX_QUANTITY }) },
        { title: 'CheckoutLineChange' },
      ),
      response: {
        200: CheckoutBody,
        ...problems(checkoutLinkExpired, orderCompleted, orderOfSubscription, orderTaken, paymentInProgress),
      },
    },
    handler: async (request) => {
      const { context, params, query, body } = request;
      const network = clientNetwork(request);
      const { order, link, isTaken } = await visitCheckout(context, params.orderId, params.token);
      if (isTaken) throw orderTaken();
      await updateOrder(context, {
        orderId: order.id,
        customerId: undefined,
        link,
        patch: { line: { id: params.lineId, quantity: body.quantity }, utm: {} },
      });
      const view = await openCheckout(context, params.orderId, params.token, network);
      return checkoutBody(context, view, query.return);
    },
  });
}
