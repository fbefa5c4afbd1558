import { checkoutLinkExpired, openCheckout } from '../../modules/orders/index.ts';
import { storeClosed } from '../../kernel/problem.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { clientNetwork } from '../../platform/http/network/client.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { refuseClosedCart } from '../guards/account.ts';
import { registerChangeCurrency } from './change-currency.ts';
import { registerChangeLine } from './change-line.ts';
import { CHECKOUT_TAGS, CheckoutBody } from './checkout-body.ts';
import { linkParams, returnQuery } from './checkout-link.ts';
import { checkoutBody } from './checkout-presenter.ts';
import { registerCheckoutCoupons } from './coupons.ts';
import { registerPay } from './pay.ts';
import { registerQuote } from './quote.ts';
import { registerRunningPayment } from './running-payment.ts';
import { registerCheckoutReceipt } from './receipt.ts';

/** The routes of the checkout page with which a buyer pays; they need only the token of a checkout URL. */
export function registerCheckout(app: App): void {
  registerQuote(app);
  registerChangeCurrency(app);
  registerChangeLine(app);
  registerCheckoutCoupons(app);
  registerPay(app);
}

/** The routes of the checkout page that show an order and follow its payment, also after the store has closed. */
export function registerCheckoutOrder(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/checkout/:orderId/:token',
    config: { access: access.public() },
    schema: {
      tags: CHECKOUT_TAGS,
      operationId: 'getCheckout',
      summary: 'Show the order of a checkout URL',
      description: 'Needs no sign-in: the secret of the URL is the proof.',
      params: linkParams,
      querystring: returnQuery,
      response: { 200: CheckoutBody, ...problems(checkoutLinkExpired, storeClosed) },
    },
    handler: async (request) => {
      const { context, params, query } = request;
      const view = await openCheckout(context, params.orderId, params.token, clientNetwork(request));
      refuseClosedCart(context.account, view.order);
      return checkoutBody(context, view, query.return);
    },
  });
  registerRunningPayment(app);
  registerCheckoutReceipt(app);
}
