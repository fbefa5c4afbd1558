import { type Static, Type } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import { type Catalog, loadCatalog } from '../../modules/catalog/index.ts';
import { listLicenses } from '../../modules/licensing/index.ts';
import {
  guestOrdersOf,
  isPaid,
  listLines,
  listOrders,
  type Order,
  ORDER_KIND,
  orderSubject,
  owedMinor,
  readOrderNumber,
  viewOrder,
} from '../../modules/orders/index.ts';
import {
  listPayments,
  type Payment,
  type PaymentSummary,
  paymentSummaries,
} from '../../modules/payments/index.ts';
import { readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import { hasScope } from '../guards/caller.ts';
import { AddressAnswer, addressAnswer } from '../wire/address.ts';
import { ownersField, pageWithOwners } from '../guards/list-owners.ts';
import { guidOf } from '../wire/ids.ts';
import { LicenseAnswer, licenseAnswers } from '../wire/license.ts';
import { Moment, momentOf } from '../wire/moment.ts';
import {
  Amount,
  amountIn,
  CancelledAt,
  LineBody,
  orderBody,
  OrderNumberBody,
  OrderStatusBody,
  orderTotal,
  OrderTotalBody,
} from '../wire/order.ts';
import { itemPresenter } from '../wire/product.ts';
import { orderTaxes, TaxBody, TaxEvidenceBody } from '../wire/tax.ts';
import { customerOf, NOBODY } from './customer-filter.ts';
import { registerCorrectInvoice } from './correct-invoice.ts';
import { registerOrderTimeline } from './order-timeline.ts';
import { registerDeliverOrder } from './deliver-order.ts';
import { registerSendReceipt } from './send-receipt.ts';
import { registerSettleUndueMoney } from './settle-undue-money.ts';
import { refundedAmount, refundedField, reversalFields, reversalsOfOrder } from './order-reversals.ts';
import { ordersInNeed, OrdersQuery } from './orders-query.ts';
import { reductionsAnswer, reductionsField } from './line-reductions.ts';

const TAGS = ['Orders'];
/** The licenses in the response for one order. */
const MOST_LICENSES = 100;

const PAYMENT_STATUSES = ['Pending', 'Succeeded', 'Failed', 'Surplus', 'Short'] as const;

const summaryFields = {
  id: Type.String(),
  number: OrderNumberBody,
  status: OrderStatusBody,
  origin: Type.Enum(['Cart', 'Renewal', 'PlanChange', 'Payoff'], {
    description: '`Cart`: a buyer put it together. Others were placed for a subscription.',
  }),
  subscriptionId: Type.Optional(
    Type.String({ description: 'The subscription that it was placed for; absent for carts.' }),
  ),
  customerId: Type.Optional(
    Type.String({
      description: 'Absent on carts of guests, and until a buyer has proven their email address.',
    }),
  ),
  billingDetails: Type.Optional(
    Type.Object(
      {
        name: Type.Optional(Type.String()),
        email: Type.Optional(Type.String()),
        businessName: Type.Optional(Type.String()),
        taxId: Type.Optional(Type.String()),
        phone: Type.Optional(Type.String()),
        address: Type.Optional(AddressAnswer),
      },
      { title: 'OrderBillingDetails', description: 'Who is billed; of paid orders.' },
    ),
  ),
  currency: Type.String(),
  lines: Type.Array(
    Type.Object({ title: Type.String(), quantity: Type.Integer() }, { title: 'OrderLineSummary' }),
    {
      description:
        'What is in it: the names of the items and variations, as they were when its payment started.',
    },
  ),
  total: Type.Optional(OrderTotalBody),
  paymentStatus: Type.Optional(
    Type.Enum([...PAYMENT_STATUSES], {
      description: 'Of the payment that has paid, or of the latest; absent if nobody has tried to pay.',
    }),
  ),
  isTest: Type.Optional(
    Type.Boolean({ description: 'That payment moved no money: it was made with test keys.' }),
  ),
  unduePayments: Type.Optional(
    Type.Integer({
      description:
        'The number of payments, `Surplus` or `Short`, that paid nothing and whose money has not been refunded; absent if there are none.',
    }),
  ),
  ...refundedField,
  lastPaymentFailure: Type.Optional(Type.String({ description: 'Until the next payment starts.' })),
  lastFulfilmentFailure: Type.Optional(
    Type.String({ description: 'Of an order that is `Paid`: why it could not be delivered yet.' }),
  ),
  cancelledAt: CancelledAt,
  createdAt: Moment,
  updatedAt: Moment,
  paidAt: Type.Optional(Moment),
  completedAt: Type.Optional(Moment),
  undue: Type.Optional(
    Type.Boolean({
      description:
        'Money has to go back: that of the `unduePayments`, or what is `owed` of the payment that paid; absent if none has to.',
    }),
  ),
};

const OrderSummary = Type.Object(summaryFields, { title: 'OrderSummary' });

const PaymentAnswer = Type.Object(
  {
    id: Type.String(),
    provider: Type.String({ description: '`none` where nothing was due.' }),
    providerReference: Type.Optional(Type.String({ description: 'The id of the payment at the provider.' })),
    status: Type.Enum([...PAYMENT_STATUSES], {
      description:
        '`Surplus`: money for what was already paid, or more than was due. `Short`: less than was due. Both paid nothing and are to be refunded.',
    }),
    isTest: Type.Optional(Type.Boolean({ description: 'It moves no money.' })),
    amount: Amount,
    received: Type.Optional(Amount),
    ...refundedField,
    failure: Type.Optional(Type.String()),
    createdAt: Moment,
    settledAt: Type.Optional(Moment),
  },
  { title: 'OrderPayment' },
);

const OrderDetails = Type.Object(
  {
    ...summaryFields,
    items: Type.Array(LineBody),
    ...reductionsField,
    utm: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        title: 'OrderUtm',
        description: 'The campaign that brought the buyer: the parameters `utm_source` and so on.',
      }),
    ),
    taxes: Type.Optional(Type.Array(TaxBody, { description: 'Of each rate.' })),
    lineTaxes: Type.Optional(
      Type.Array(Type.Object({ lineId: Type.String(), ...TaxBody.properties }, { title: 'LineTax' }), {
        description: 'Of each line.',
      }),
    ),
    taxEvidence: Type.Optional(TaxEvidenceBody),
    payments: Type.Array(PaymentAnswer, { description: 'Newest first.' }),
    owed: Type.Optional(
      Type.Object(
        { amount: Amount, reason: Type.String() },
        {
          title: 'OwedMoney',
          description:
            'Money of the payment that paid which has to go back, and has not yet: Latchkey returns it, and tries again when it cannot. Refunds that you make count, and what you have returned in another way does once you say so: `POST /api/orders/{orderId}/settle-undue`.',
        },
      ),
    ),
    licenses: Type.Optional(
      Type.Array(LicenseAnswer, {
        description:
          `The licenses it granted, ${MOST_LICENSES} at most; \`GET /api/licenses?orderId=…\` lists all. Absent if the API ` +
          'key lacks the scope `licenses:read`.',
      }),
    ),
    numberOfLicenses: Type.Integer({ description: 'How many licenses it granted.' }),
    ...reversalFields,
  },
  { title: 'OrderDetails' },
);

/** Orders, for support desks (extended API, B). */
export function registerCoreOrders(app: App, system: System): void {
  registerList(app, system);
  registerGet(app);
  registerOrderTimeline(app, system);
  registerDeliverOrder(app);
  registerSendReceipt(app);
  registerSettleUndueMoney(app);
  registerCorrectInvoice(app);
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/orders',
    config: { access: access.vendor('orders:read'), exportedAs: 'orders', exportScope: 'customers:export' },
    schema: {
      operationId: 'listOrders',
      summary: 'Orders and carts, newest first',
      description: 'Filters can be combined; all of them apply.',
      tags: TAGS,
      querystring: OrdersQuery,
      response: { 200: pageWithOwners(OrderSummary, 'OrderSummaryPage'), ...problems() },
    },
    handler: async (request) => {
      const { context, query } = request;
      const page = readPage(system, request, query);
      const customerId = await customerOf(context, { id: query.customerId, email: query.email });
      const orphanIds = await orphansOf(context, query);
      const filter = {
        ...page,
        customerId,
        orphanIds,
        ids: await ordersInNeed(context, query.needs),
        status: query.status,
        subscriptionId: query.subscriptionId?.toLowerCase(),
        number: query.number && (readOrderNumber(query.number) ?? ''),
        isRefunded: query.refunded,
        ...(query.undue !== undefined && { hasUndueMoney: true as const }),
        productId: query.productFilter,
        createdBefore: momentOf(query.before),
        createdAfter: momentOf(query.after),
      };
      const isNobodys = customerId === NOBODY && orphanIds.length === 0;
      const rows = isNobodys ? [] : await listOrders(context, filter);
      const facts = await factsOf(context, rows);
      const answer = toPage(system, request, page, rows, {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: (order) => summaryAnswer(order, facts),
      });
      const owners = answer.items.flatMap((order) => order.customerId ?? []);
      return { ...answer, ...(await ownersField(request, owners)) };
    },
  });
}

/** The orders of guests with the address in the filter. */
async function orphansOf(ctx: Context, { email, customerId }: Static<typeof OrdersQuery>): Promise<string[]> {
  return email === undefined || customerId !== undefined ? [] : guestOrdersOf(ctx, email);
}

function registerGet(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/orders/:orderId',
    config: { access: access.vendor('orders:read') },
    schema: {
      operationId: 'getOrderDetails',
      summary: 'One order, with its buyer, lines, payments, and the licenses it granted',
      description:
        'A cart shows the current prices; from the start of a payment, the order shows what is charged. Its licenses are shown only to API keys ' +
        'that also have the scope `licenses:read`.',
      tags: TAGS,
      params: Type.Object({ orderId: Type.String({ description: 'The order.' }) }),
      response: { 200: OrderDetails, ...problems() },
    },
    handler: ({ context, params, caller }) =>
      // Licenses show key codes and non-public properties, which a key for orders alone must not read.
      orderDetails(context, guidOf(params.orderId), { showsLicenses: hasScope(caller, 'licenses:read') }),
  });
}

/** One order as the Core API shows it. Raises `NotFound`. */
export async function orderDetails(
  ctx: Context,
  id: string,
  { showsLicenses }: { readonly showsLicenses: boolean },
): Promise<Static<typeof OrderDetails>> {
  const view = await viewOrder(ctx, id);
  const { order } = view;
  const [facts, payments, reversals, owed, licenses] = await Promise.all([
    factsOf(ctx, [order]),
    listPayments(ctx, orderSubject({ id })),
    reversalsOfOrder(ctx, id),
    owedMinor(ctx, order),
    showsLicenses ? listLicenses(ctx, { orderId: id, limit: MOST_LICENSES }) : undefined,
  ]);
  const { items, total } = orderBody(view, { pictures: itemPresenter(ctx).pictures });
  const licenseOf = await licenseAnswers(ctx);
  return {
    ...summaryAnswer(order, facts),
    currency: view.quote.currency,
    ...(total !== undefined && { total }),
    items,
    ...reductionsAnswer(view.quote),
    ...(Object.keys(order.utm).length > 0 && { utm: { ...order.utm } }),
    ...orderTaxes(view, payments),
    payments: payments.map(paymentAnswer),
    ...(order.owed &&
      owed > 0 && { owed: { amount: amountIn(order.currency)(owed), reason: order.owed.reason } }),
    ...(licenses !== undefined && { licenses: licenses.slice(0, MOST_LICENSES).map(licenseOf) }),
    numberOfLicenses: numberOfLicenses(order),
    ...reversals,
  };
}

function numberOfLicenses(order: Order): number {
  return (isPaid(order) ? (order.content?.grants ?? []) : []).reduce(
    (sum, { quantity }) => sum + quantity,
    0,
  );
}

/** The data of order summaries that is not part of the orders. */
interface OrderFacts {
  readonly catalog: Catalog;
  readonly payments: ReadonlyMap<string, PaymentSummary>;
}

async function factsOf(ctx: Context, orders: readonly Order[]): Promise<OrderFacts> {
  const ids = orders.map(({ id }) => id);
  const [catalog, payments] = await Promise.all([
    loadCatalog(ctx),
    paymentSummaries(ctx, { kind: ORDER_KIND, ids }),
  ]);
  return { catalog, payments };
}

function summaryAnswer(order: Order, { catalog, payments }: OrderFacts): Static<typeof OrderSummary> {
  const payment = payments.get(order.id);
  const { customerId, content, lastPaymentFailure, paidAt, completedAt } = order;
  const { lastFulfilmentFailure, cancelledAt } = order;
  return {
    id: order.id,
    ...(order.number && { number: order.number }),
    status: order.status,
    origin: order.origin,
    ...(order.subscriptionId !== null && { subscriptionId: order.subscriptionId }),
    ...(customerId !== null && { customerId }),
    ...(isPaid(order) && { billingDetails: billingAnswer(order.billing) }),
    currency: order.currency,
    lines: listLines(catalog, order),
    ...(payment !== undefined && paymentsAnswer(payment)),
    ...(order.hasUndueMoney && { undue: true }),
    ...(content !== null && { total: orderTotal(content.quote) }),
    ...(lastPaymentFailure !== null && { lastPaymentFailure }),
    ...(lastFulfilmentFailure !== null && { lastFulfilmentFailure }),
    ...(cancelledAt !== null && { cancelledAt: cancelledAt.toISOString() }),
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
    ...(paidAt !== null && { paidAt: paidAt.toISOString() }),
    ...(completedAt !== null && { completedAt: completedAt.toISOString() }),
  };
}

function paymentsAnswer({ status, isTest, refundedMinor, currency, unduePayments }: PaymentSummary) {
  return {
    paymentStatus: status,
    ...(isTest && { isTest }),
    ...(unduePayments > 0 && { unduePayments }),
    ...(refundedMinor > 0 && { refunded: amountIn(currency)(refundedMinor) }),
  };
}

function billingAnswer({ name, email, businessName, taxId, phone, address }: Order['billing']) {
  return {
    ...(name && { name }),
    ...(email && { email }),
    ...(businessName && { businessName }),
    ...(taxId && { taxId }),
    ...(phone && { phone }),
    ...(address && { address: addressAnswer(address) }),
  };
}

/** A payment as an order shows it. */
export function paymentAnswer(payment: Payment): Static<typeof PaymentAnswer> {
  const { providerReference, receivedMinor, receivedCurrency, failure, settledAt } = payment;
  return {
    id: payment.id,
    provider: payment.provider,
    ...(providerReference !== null && { providerReference }),
    status: payment.status,
    ...(payment.terms?.isTest === true && { isTest: true }),
    amount: amountIn(payment.currency)(payment.amountMinor),
    ...(receivedMinor !== null && {
      received: amountIn(receivedCurrency ?? payment.currency)(receivedMinor),
    }),
    ...refundedAmount(payment),
    ...(failure !== null && { failure }),
    createdAt: payment.createdAt.toISOString(),
    ...(settledAt !== null && { settledAt: settledAt.toISOString() }),
  };
}
