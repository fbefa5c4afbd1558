import {
  abandonPayment,
  checkoutLinkExpired,
  type CheckoutVisit,
  openCheckout,
  orderTaken,
  returnToOrder,
  visitCheckout,
} from '../../modules/orders/index.ts';
import { paymentsRefused, providerUnavailable } from '../../modules/payments/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { clientNetwork } from '../../platform/http/network/client.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { CHECKOUT_TAGS, CheckoutBody } from './checkout-body.ts';
import { linkParams, returnQuery } from './checkout-link.ts';
import { checkoutBody } from './checkout-presenter.ts';

const ACTIONS = [
  {
    url: '/api/checkout/:orderId/:token/return',
    operationId: 'returnToCheckout',
    summary: 'Update the state of a payment from the payment provider',
    description:
      'For the buyer who has returned from the page of the provider, with the checkout URL that started the payment. The response shows the order as it is then. Without such a payment nothing happens.',
    work: returnToOrder,
    isOpenTo: ({ isTaken }: CheckoutVisit) => !isTaken,
    refusals: [],
  },
  {
    url: '/api/checkout/:orderId/:token/cancel',
    operationId: 'cancelCheckout',
    summary: 'Cancel a pending payment',
    description:
      'For the buyer who started it, with the same checkout URL, and for the customer who owns the order: it can no longer be paid, and the order is open again, unless it was paid in the meantime. Without such a payment nothing happens. While the provider does not respond (503), or does not accept the key of the shop (409), the payment stays as it is; after 503, try again.',
    work: abandonPayment,
    isOpenTo: ({ isTaken, isCancellable }: CheckoutVisit) => isCancellable || !isTaken,
    refusals: [paymentsRefused, providerUnavailable],
  },
] as const;

/** The routes of a buyer whose payment is pending at a provider. */
export function registerRunningPayment(app: App): void {
  for (const { url, work, isOpenTo, refusals, ...docs } of ACTIONS)
    app.route({
      method: 'POST',
      url,
      config: { access: access.public(), limit: 'paymentsPerMinute' },
      schema: {
        tags: CHECKOUT_TAGS,
        ...docs,
        params: linkParams,
        querystring: returnQuery,
        response: { 200: CheckoutBody, ...problems(checkoutLinkExpired, orderTaken, ...refusals) },
      },
      handler: async (request) => {
        const { context, params, query } = request;
        const network = clientNetwork(request);
        const checkout = await visitCheckout(context, params.orderId, params.token);
        if (!isOpenTo(checkout)) throw orderTaken();
        await work(context, checkout);
        const view = await openCheckout(context, params.orderId, params.token, network);
        return checkoutBody(context, view, query.return);
      },
    });
}
