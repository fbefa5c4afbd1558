import { Type } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import { couponNotUsable, MAX_TYPED_CODE_CHARACTERS } from '../../modules/coupons/index.ts';
import {
  applyCoupon,
  checkoutLinkExpired,
  couponsOfCustomer,
  openCheckout,
  orderCompleted,
  orderOfSubscription,
  orderTaken,
  paymentInProgress,
  removeCoupons,
  visitCheckout,
} from '../../modules/orders/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { clientNetwork } from '../../platform/http/network/client.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { CHECKOUT_TAGS, CheckoutBody } from './checkout-body.ts';
import { linkParams, returnQuery } from './checkout-link.ts';
import { checkoutBody } from './checkout-presenter.ts';

const CodeInput = Type.Object(
  {
    code: Type.String({
      minLength: 1,
      maxLength: MAX_TYPED_CODE_CHARACTERS,
      pattern: String.raw`\S`,
      errorMessage: 'must not be blank',
      description: 'Case, spaces and dashes are ignored.',
    }),
  },
  { title: 'CouponEntry' },
);

const url = '/api/checkout/:orderId/:token/coupon';
const common = { tags: CHECKOUT_TAGS, params: linkParams, body: CodeInput };
const config = { access: access.public() };
const refusals = [
  checkoutLinkExpired,
  couponsOfCustomer,
  orderCompleted,
  orderOfSubscription,
  orderTaken,
  paymentInProgress,
];

/** The routes that change the coupons of the order of a checkout URL. */
export function registerCheckoutCoupons(app: App): void {
  app.route({
    method: 'POST',
    url,
    config: { ...config, limit: 'couponsPerMinute' },
    schema: {
      ...common,
      operationId: 'applyCheckoutCoupon',
      summary: 'Enter a coupon in the order of a checkout URL',
      description: 'A coupon that cannot be used is refused with the reason, in a sentence for the buyer.',
      querystring: returnQuery,
      response: { 200: CheckoutBody, ...problems(...refusals, couponNotUsable) },
    },
    handler: async (request) => {
      const { body } = request;
      return withOrder(request, (target) => applyCoupon(request.context, { ...target, code: body.code }));
    },
  });
  app.route({
    method: 'DELETE',
    url,
    config,
    schema: {
      ...common,
      operationId: 'removeCheckoutCoupon',
      summary: 'Remove a coupon from the order of a checkout URL',
      description: 'Removing a coupon that the order does not have changes nothing.',
      querystring: returnQuery,
      response: { 200: CheckoutBody, ...problems(...refusals) },
    },
    handler: (request) =>
      withOrder(request, (target) => removeCoupons(request.context, { ...target, code: request.body.code })),
  });
}

type CouponTarget = Omit<Parameters<typeof applyCoupon>[1], 'code'>;

interface CouponRequest extends Pick<Parameters<typeof clientNetwork>[0], 'ip'> {
  readonly context: Context;
  readonly params: { readonly orderId: string; readonly token: string };
  readonly query: { readonly return?: string };
}

/** Changes the order of the link, and returns the new state of the page. */
async function withOrder(
  request: Parameters<typeof clientNetwork>[0] & CouponRequest,
  change: (target: CouponTarget) => Promise<unknown>,
) {
  const { context, params, query } = request;
  const network = clientNetwork(request);
  const { order, link } = await visitCheckout(context, params.orderId, params.token);
  await change({ orderId: order.id, caller: { link } });
  return checkoutBody(
    context,
    await openCheckout(context, params.orderId, params.token, network),
    query.return,
  );
}
