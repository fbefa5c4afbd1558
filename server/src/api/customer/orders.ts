import { storeClosed } from '../../kernel/problem.ts';
import { type TSchema, Type } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import type { Customer } from '../../modules/customers/index.ts';
import {
  checkoutLinks,
  type CheckoutLinks,
  clearOffer,
  findOrder,
  isPaid,
  orderCompleted,
  orderOfSubscription,
  orderOfAnotherCustomer,
  type OrderView,
  paymentInProgress,
  updateOrder,
} from '../../modules/orders/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';
import { refuseClosedCart } from '../guards/account.ts';
import { customerOf, viewOf } from '../guards/caller.ts';
import { limitUses } from '../guards/limits.ts';
import { guidOf } from '../wire/ids.ts';
import { OrderBody } from '../wire/order.ts';
import { utmOf, utmQuery } from '../wire/utm.ts';
import { orderAnswer } from './order-answer.ts';
import { registerOrderBilling } from './order-billing.ts';
import { registerOrderCoupons } from './order-coupons.ts';
import { registerOrderDocuments } from './order-documents.ts';

const TAGS = ['Orders'];
const CART_REFUSALS = [orderOfAnotherCustomer, orderCompleted, orderOfSubscription, paymentInProgress];
const MAX_LINES = 100;
const MAX_QUANTITY = 10_000;

const OrderPath = Type.Object({ orderId: Type.String({ description: 'A GUID that the client generates.' }) });
const CheckoutFlag = Type.Optional(Type.Boolean({ description: 'Return the URLs of the checkout page.' }));
const Id = Type.String({ minLength: 1, maxLength: 64 });
const MAX_REPLACED = 100;

/** Clients send null for fields they omit (wire contract section 1). */
const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));

/**
 * The client's input for a line; other fields that it sends back from an earlier response are ignored (wire contract
 * section 1).
 */
const LineInput = Type.Object(
  {
    id: optional(Type.String({ minLength: 1, maxLength: 200 })),
    type: Type.Enum(['Product', 'Bundle']),
    productId: optional(Id),
    bundleId: optional(Id),
    variationId: Id,
    quantity: Type.Integer({ minimum: 1, maximum: MAX_QUANTITY }),
    offerId: optional(
      Type.String({
        description:
          'An offer of the storefront that applies to this line. Values that cannot be an offer id are ignored.',
      }),
    ),
    licenseId: optional(
      Type.String({
        maxLength: 64,
        description:
          'A license of the customer that this line upgrades or renews: see `…/inventory/licenses/{licenseId}/upgrades`.',
      }),
    ),
    partial: optional(Type.Boolean({ description: 'Echoed.' })),
    replaced: optional(Type.Array(Type.Unknown(), { maxItems: MAX_REPLACED, description: 'Echoed.' })),
  },
  { title: 'OrderLineInput' },
);

const OrderInput = Type.Object({
  currency: optional(Type.String()),
  items: optional(Type.Array(LineInput, { maxItems: MAX_LINES })),
  offerId: optional(
    Type.String({
      description:
        'An offer of the storefront with the scope Cart, which applies to the whole cart. Absent: stays; null: none. Values that cannot be an offer id count as none.',
    }),
  ),
});

/** Changes of carts (customer API, Orders). */
export function registerCarts(app: App): void {
  registerUpdate(app);
  registerOffer(app);
  registerOrderBilling(app);
  registerOrderCoupons(app);
}

/** Orders and their documents (customer API, Orders), also after the store has closed. */
export function registerOrders(app: App, system: System): void {
  registerOrderDocuments(app, system);
  app.route({
    method: 'GET',
    url: '/api/customer/orders/:orderId',
    config: { access: access.optionalCustomer(), isShownInViews: true },
    schema: {
      tags: TAGS,
      operationId: 'getOrder',
      summary: 'Get an order',
      description: 'With a token, a guest’s cart becomes the customer’s.',
      params: OrderPath,
      querystring: Type.Object({ checkout: CheckoutFlag }),
      response: { 200: OrderBody, ...problems(orderOfAnotherCustomer, storeClosed) },
    },
    handler: async (request) => {
      const customer = customerOf(request);
      const customerId = customer?.id;
      const { context, params, query } = request;
      const view = await findOrder(context, params.orderId, customerId);
      refuseClosedCart(context.account, view.order);
      // A checkout link acts for its customer.
      const isAsked = query.checkout === true && viewOf(request) === undefined;
      const links = linksOf(context, view, { customer, isAsked });
      return orderAnswer(context, view, { customerId, caller: customer, links });
    },
  });
}

function registerUpdate(app: App): void {
  app.route({
    method: 'PATCH',
    url: '/api/customer/orders/:orderId',
    config: { access: access.optionalCustomer() },
    schema: {
      tags: TAGS,
      operationId: 'updateOrder',
      summary: 'Update an order, or create it if the id is new',
      description:
        'The items in the request replace those of the cart. Prices, totals and product details in the request are ignored: the response has the correct ones. With a token, a guest’s cart becomes the customer’s.',
      params: OrderPath,
      querystring: Type.Object({
        checkout: CheckoutFlag,
        returnUrl: Type.Optional(
          Type.String({
            maxLength: 2_000,
            description: 'Where the buyer goes after the purchase, on a whitelisted origin.',
          }),
        ),
        ...utmQuery,
      }),
      body: OrderInput,
      response: { 200: OrderBody, ...problems(...CART_REFUSALS) },
    },
    handler: async (request) => {
      const { context, params, query, body } = request;
      const customer = customerOf(request);
      const customerId = customer?.id;
      const view = await updateOrder(context, {
        orderId: params.orderId,
        customerId,
        caller: customer,
        patch: {
          currency: body.currency ?? undefined,
          items: body.items ?? undefined,
          offerId: body.offerId,
          returnUrl: query.returnUrl,
          utm: utmOf(query),
        },
        // Not in `config`: only the transaction shows whether the cart is new, and counts it only if it is stored.
        admitNew: (tx) => limitUses(request, ['cartsPerMinute', 'cartsPerDay'], { place: tx }),
      });
      const links = linksOf(context, view, { customer, isAsked: query.checkout });
      return orderAnswer(context, view, { customerId, caller: customer, links });
    },
  });
}

function registerOffer(app: App): void {
  app.route({
    method: 'DELETE',
    url: '/api/customer/orders/:orderId/offer',
    config: { access: access.optionalCustomer() },
    schema: {
      tags: TAGS,
      operationId: 'deleteOrderOffer',
      summary: 'Remove the offer on the whole cart from an order',
      description: 'Offers on lines stay. With a token, a guest’s cart becomes the customer’s.',
      params: OrderPath,
      response: { 200: OrderBody, ...problems(...CART_REFUSALS) },
    },
    handler: async (request) => {
      const customerId = customerOf(request)?.id;
      const { context, params } = request;
      const view = await clearOffer(context, { orderId: guidOf(params.orderId), customerId });
      return orderAnswer(context, view, { customerId });
    },
  });
}

/** The URLs of the checkout page, if requested; an empty cart and a paid order have none. */
function linksOf(
  ctx: Context,
  { order, quote }: OrderView,
  { customer, isAsked }: { readonly customer: Customer | undefined; readonly isAsked: boolean | undefined },
): CheckoutLinks | undefined {
  const isPayable = quote.lines.length > 0 && !isPaid(order);
  return isAsked === true && isPayable ? checkoutLinks(ctx, order, customer) : undefined;
}
