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

/** The route that changes the currency of the order of a checkout URL. */
export function registerChangeCurrency(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/checkout/:orderId/:token/currency',
    config: { access: access.public() },
    schema: {
      tags: CHECKOUT_TAGS,
      operationId: 'changeCheckoutCurrency',
      summary: 'Change the currency of the order of a checkout URL',
      description: 'To one of its `currencies`. The cart keeps it, also in the shop.',
      params: linkParams,
      querystring: returnQuery,
      body: Type.Object({ currency: Type.String({ maxLength: 3 }) }, { title: 'CurrencyChange' }),
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
        patch: { currency: body.currency, utm: {} },
      });
      const view = await openCheckout(context, params.orderId, params.token, network);
      return checkoutBody(context, view, query.return);
    },
  });
}
