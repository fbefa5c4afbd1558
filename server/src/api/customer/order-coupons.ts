import { Type } from '../../kernel/schema.ts';
import { couponNotUsable, MAX_TYPED_CODE_CHARACTERS } from '../../modules/coupons/index.ts';
import {
  applyCoupon,
  couponsOfCustomer,
  orderCompleted,
  orderOfSubscription,
  orderOfAnotherCustomer,
  type OrderView,
  paymentInProgress,
  removeCoupons,
} from '../../modules/orders/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { customerIdOf } from '../guards/caller.ts';
import { guidOf } from '../wire/ids.ts';
import { OrderBody } from '../wire/order.ts';
import { orderAnswer } from './order-answer.ts';

const CodeQuery = Type.Object({
  code: Type.String({
    minLength: 1,
    maxLength: MAX_TYPED_CODE_CHARACTERS,
    description: 'Case, spaces and dashes are ignored.',
  }),
});

const common = { tags: ['Orders'], params: Type.Object({ orderId: Type.String() }) };
const refusals = [
  orderOfAnotherCustomer,
  couponsOfCustomer,
  orderCompleted,
  orderOfSubscription,
  paymentInProgress,
];
const config = { access: access.optionalCustomer() };

const url = '/api/customer/orders/:orderId/coupon';

/** The coupons of a cart (extended API, section A). */
export function registerOrderCoupons(app: App): void {
  registerApply(app);
  registerRemove(app);
}

function registerApply(app: App): void {
  app.route({
    method: 'PATCH',
    url,
    config: { ...config, limit: 'couponsPerMinute' },
    schema: {
      ...common,
      operationId: 'applyCoupon',
      summary: 'Enter a coupon in an order',
      description:
        'The order then has the price with the coupon. A coupon that cannot be used is refused with the reason, in a sentence for the buyer. With a token, a guest’s cart becomes the customer’s.',
      querystring: CodeQuery,
      response: { 200: OrderBody, ...problems(...refusals, couponNotUsable) },
    },
    handler: async (request) => {
      const { context, query } = request;
      return answer(request, await applyCoupon(context, { ...targetOf(request), code: query.code }));
    },
  });
}

function registerRemove(app: App): void {
  app.route({
    method: 'DELETE',
    url,
    config,
    schema: {
      ...common,
      operationId: 'removeCoupon',
      summary: 'Remove a coupon from an order',
      description:
        'The order then has the price without it. Removing a coupon that the order does not have changes nothing.',
      querystring: CodeQuery,
      response: { 200: OrderBody, ...problems(...refusals) },
    },
    handler: async (request) =>
      answer(
        request,
        await removeCoupons(request.context, { ...targetOf(request), code: request.query.code }),
      ),
  });
  app.route({
    method: 'DELETE',
    url: `${url}s`,
    config,
    schema: {
      ...common,
      operationId: 'removeCoupons',
      summary: 'Remove all coupons from an order',
      description: 'The order then has the price without coupons.',
      response: { 200: OrderBody, ...problems(...refusals) },
    },
    handler: async (request) => answer(request, await removeCoupons(request.context, targetOf(request))),
  });
}

function targetOf(
  request: Parameters<typeof customerIdOf>[0] & { readonly params: { readonly orderId: string } },
) {
  return { orderId: guidOf(request.params.orderId), caller: { customerId: customerIdOf(request) } };
}

function answer(request: Parameters<typeof customerIdOf>[0], view: OrderView) {
  return orderAnswer(request.context, view, { customerId: customerIdOf(request) });
}
