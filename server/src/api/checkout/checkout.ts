import { type Static, Type } from '../../kernel/schema.ts';
import { fromDecimal, isCurrency, toDecimal } from '../../kernel/money.ts';
import { refuseIssues } from '../../kernel/problem.ts';
import { accountUrl, type Context } from '../../modules/accounts/index.ts';
import { checkEmail, emailInUse } from '../../modules/customers/index.ts';
import {
  type CartRefusal,
  cartRefusals,
  checkoutLinkExpired,
  type CheckoutView,
  emptyOrder,
  freeLimitReached,
  openCheckout,
  orderChanged,
  orderCompleted,
  orderFingerprint,
  orderTaken,
  orderTooLarge,
  payOrder,
  priceChanged,
  type ShownOrder,
  whitelistedReturn,
} from '../../modules/orders/index.ts';
import {
  NO_PROVIDER,
  paymentsNotConfigured,
  PROVIDER_INPUT,
  PROVIDER_NAMES,
  providerInput,
  providerOf,
} from '../../modules/payments/index.ts';
import type { QuotedLine } from '../../modules/pricing/index.ts';
import { profileIssues } from '../../modules/identity/index.ts';
import { loadCurrentDownloads } from '../../modules/releases/index.ts';
import { access } from '../../platform/http/server/access.ts';
import { clientNetwork } from '../../platform/http/network/client-network.ts';
import type { App } from '../../platform/http/server/app.ts';
import { problems } from '../../platform/http/answers/responses.ts';
import type { System } from '../../platform/system.ts';
import {
  BillingDetailsAnswer,
  billingDetailsAnswer,
  billingDetailsInput,
  billingDetailsOf,
} from '../wire/billing.ts';
import { RecurrenceBody, recurrenceBody } from '../wire/recurrence.ts';
import { limitAction } from '../guards/limit-action.ts';
import { amounts, OrderStatusBody, orderTotal, OrderTotalBody } from '../wire/order.ts';
import { type ItemPresenter, itemPresenter } from '../wire/product.ts';

const TAGS = ['Checkout'];

const CheckoutLine = Type.Object(
  {
    id: Type.String(),
    type: Type.Enum(['Product', 'Bundle']),
    name: Type.String(),
    tagline: Type.Optional(Type.String()),
    iconUrl: Type.Union([Type.String(), Type.Null()]),
    variationName: Type.String(),
    recurrence: RecurrenceBody,
    quantity: Type.Integer(),
    unitPrice: Type.Number(),
    total: Type.Object({
      original: Type.Number(),
      discount: Type.Number(),
      subtotal: Type.Number(),
      due: Type.Number(),
    }),
    discountName: Type.Optional(Type.String()),
    refusals: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The `checkoutRefusals` that this line causes.',
      }),
    ),
  },
  { title: 'CheckoutLine' },
);

const WithdrawnLine = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    position: Type.Integer({ description: 'Its index among all lines of the cart, these included.' }),
  },
  { title: 'WithdrawnLine' },
);

const CheckoutBody = Type.Object(
  {
    vendor: Type.Object({ id: Type.String(), name: Type.String(), logoUrl: Type.Optional(Type.String()) }),
    status: OrderStatusBody,
    taken: Type.Boolean({
      description:
        'The order now belongs to another buyer, or is being paid through another link; this link takes no payment.',
    }),
    forOwner: Type.Boolean({
      description:
        'The order belongs to a customer whom this link does not reveal. The purchase goes to that customer, whoever pays.',
    }),
    currency: Type.String(),
    fingerprint: Type.String({
      description:
        'Identifies the items, quantities, prices and the currency. The payment sends it back, so that nobody pays for an order other than the one shown.',
    }),
    lines: Type.Array(CheckoutLine),
    withdrawnLines: Type.Array(WithdrawnLine, {
      description:
        'Items that the shop has stopped selling since they were added to the cart, in cart order. They are not part of the payment.',
    }),
    total: Type.Optional(OrderTotalBody),
    buyer: Type.Object({
      name: Type.Union([Type.String(), Type.Null()]),
      email: Type.Union([Type.String(), Type.Null()]),
      locked: Type.Boolean({ description: 'The order belongs to a customer, and this is their email.' }),
      billing: Type.Optional(
        Type.Object(BillingDetailsAnswer.properties, {
          description:
            'Other billing details that the shop sent for a guest, from the same network. They apply if the payment sends them back.',
        }),
      ),
    }),
    downloads: Type.Boolean({ description: 'Whether the purchase includes files to download.' }),
    payment: Type.Object({ provider: Type.Enum([...PROVIDER_NAMES]) }),
    returnUrl: Type.Optional(Type.String()),
    failure: Type.Optional(Type.String({ description: 'Why the last payment failed.' })),
    checkoutRefusals: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Why a payment of the current order would be refused, one sentence each.',
      }),
    ),
  },
  { title: 'Checkout', description: 'What the checkout page shows about an order.' },
);

const linkParams = Type.Object({
  orderId: Type.String(),
  token: Type.String({ maxLength: 200, description: 'The last part of the path of the checkout URL.' }),
});
const returnQuery = Type.Object({
  return: Type.Optional(
    Type.String({
      description:
        'From the checkout URL: the page to return to. Ignored unless it is on a whitelisted origin.',
    }),
  ),
});

const PaymentBody = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: String.raw`\S`,
      errorMessage: 'must not be blank',
    }),
    email: Type.String({ minLength: 1, maxLength: 320 }),
    billing: Type.Optional(
      Type.Object(billingDetailsInput, {
        description:
          'Other billing details of a guest, as the page shows them. For a customer, those of the account apply.',
      }),
    ),
    due: Type.Optional(
      Type.Number({ description: 'The amount that the buyer saw; refused if it has changed.' }),
    ),
    currency: Type.Optional(
      Type.String({ description: 'The currency of `due`; by default that of the order.' }),
    ),
    fingerprint: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'Of the order that the buyer saw; the payment is refused with `OrderChanged` if the order has changed. Always send it.',
      }),
    ),
    ...PROVIDER_INPUT,
  },
  { title: 'Payment' },
);

/** The routes of the checkout page: it holds the token of a checkout URL, and needs nothing else. */
export function registerCheckout(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/checkout/:orderId/:token',
    config: { access: access.public() },
    schema: {
      tags: TAGS,
      operationId: 'getCheckout',
      summary: 'Show the order of a checkout URL',
      description: 'Needs no sign-in: the secret of the URL is the proof.',
      params: linkParams,
      querystring: returnQuery,
      response: { 200: CheckoutBody, ...problems(checkoutLinkExpired) },
    },
    handler: async (request) => {
      const { context, params, query } = request;
      const view = await openCheckout(context, params.orderId, params.token, clientNetwork(request));
      return checkoutBody(context, view, query.return);
    },
  });
  registerPay(app, system);
}

const PAY_REFUSALS = [
  checkoutLinkExpired,
  freeLimitReached,
  orderCompleted,
  emptyOrder,
  orderChanged,
  orderTaken,
  orderTooLarge,
  paymentsNotConfigured,
  priceChanged,
  emailInUse,
];

function registerPay(app: App, system: System): void {
  app.route({
    method: 'POST',
    url: '/api/checkout/:orderId/:token/pay',
    config: { access: access.public() },
    schema: {
      tags: TAGS,
      operationId: 'payCheckout',
      summary: 'Pay the order of a checkout URL',
      description:
        'Pays with the payment provider of the account. The answer shows the order: completed, in process, or with the reason why the payment failed.',
      params: linkParams,
      querystring: returnQuery,
      body: PaymentBody,
      response: {
        200: CheckoutBody,
        ...problems(...PAY_REFUSALS),
      },
    },
    handler: async (request) => {
      const { context, account, params, query, body } = request;
      const { orderId, token } = params;
      // A free order mails a receipt to any address that is typed, so this is a guarded action too.
      await limitAction(system, request, 'pay', account.settings.limits.paymentsPerMinute);
      const network = clientNetwork(request);
      const { order, link } = await openCheckout(context, orderId, token, network);
      const summary = orderSummary(body, order.currency);
      refuseIssues(paymentIssues(body, summary));
      await payOrder(context, {
        orderId: order.id,
        link,
        buyer: { name: body.name.trim(), email: body.email.trim() },
        details: body.billing && billingDetailsOf(body.billing),
        summary,
        returnUrl: pageUrl(context, params, query.return),
        input: providerInput(body),
      });
      const view = await openCheckout(context, orderId, token, network);
      return checkoutBody(context, view, query.return);
    },
  });
}

/** The page of the checkout, to which a provider returns the buyer. */
function pageUrl(
  ctx: Context,
  { orderId, token }: Static<typeof linkParams>,
  returnTo: string | undefined,
): string {
  const query = returnTo === undefined ? '' : `?return=${encodeURIComponent(returnTo)}`;
  return `${accountUrl(ctx.config, ctx.account)}/checkout/${orderId}/${token}${query}`;
}

type PaymentInput = Static<typeof PaymentBody>;

/** The summary that the page showed; an amount without a currency is in the order's. */
function orderSummary({ due, currency, fingerprint }: PaymentInput, currencyOfOrder: string): ShownOrder {
  if (due === undefined) return { fingerprint, currency };
  const currencyOfDue = currency ?? currencyOfOrder;
  const dueMinor = isCurrency(currencyOfDue) ? fromDecimal(due, currencyOfDue) : undefined;
  return { fingerprint, currency: currencyOfDue, dueMinor };
}

function paymentIssues(
  { email, billing, due }: PaymentInput,
  { currency = '', dueMinor }: ShownOrder,
): Record<string, string[]> {
  const issues = Object.entries(profileIssues(billing ?? {}));
  const isUnreadable = due !== undefined && dueMinor === undefined;
  return {
    email: checkEmail(email.trim()),
    ...Object.fromEntries(issues.map(([path, messages]) => [`billing.${path}`, messages])),
    ...(isUnreadable &&
      (isCurrency(currency)
        ? { due: [`must be an amount of ${currency}`] }
        : { currency: ['must be a currency code of ISO 4217'] })),
  };
}

async function checkoutBody(
  ctx: Context,
  view: CheckoutView,
  returnTo: string | undefined,
): Promise<Static<typeof CheckoutBody>> {
  const { order, quote, catalog, link, buyer, isTaken, isForOwner } = view;
  const customerId = link.buyer.kind === 'Customer' ? link.buyer.customerId : undefined;
  const refusals = await cartRefusals(ctx, view, customerId);
  const { iconUrl } = itemPresenter(ctx);
  const { logoUrl } = ctx.account.settings;
  const billing = billingDetailsAnswer(buyer.details);
  const returnUrl = whitelistedReturn(ctx.account, returnTo) ?? order.returnUrl;
  return {
    vendor: { id: ctx.account.id, name: ctx.account.name, ...(logoUrl !== undefined && { logoUrl }) },
    status: order.status,
    taken: isTaken,
    forOwner: isForOwner,
    currency: quote.currency,
    fingerprint: orderFingerprint(catalog, quote),
    lines: quote.lines.map((line) => ({
      ...checkoutLine(line, quote.currency, { catalog, iconUrl }),
      ...lineRefusals(line, refusals),
    })),
    withdrawnLines: withdrawnLines(view),
    ...(quote.lines.length > 0 && { total: orderTotal(quote) }),
    buyer: {
      name: buyer.name,
      email: buyer.email,
      locked: buyer.isFixed,
      ...(billing !== undefined && { billing }),
    },
    downloads: await hasDownloads(ctx, quote),
    payment: { provider: providerOf(ctx)?.name ?? NO_PROVIDER },
    ...(returnUrl !== null && { returnUrl }),
    ...(order.lastPaymentFailure !== null && { failure: order.lastPaymentFailure }),
    ...(refusals.length > 0 && { checkoutRefusals: refusals.map(({ message }) => message) }),
  };
}

/**
 * Whether the products of the lines have files, regardless of what a guest gets: only the owner of the address may know
 * that.
 */
async function hasDownloads(ctx: Context, { lines }: CheckoutView['quote']): Promise<boolean> {
  const files = await loadCurrentDownloads(ctx);
  return lines.some(({ grantedProductIds }) => grantedProductIds.some((id) => files.has(id)));
}

function lineRefusals(
  { id }: QuotedLine,
  refusals: readonly CartRefusal[],
): Pick<Static<typeof CheckoutLine>, 'refusals'> {
  const own = refusals.filter(({ lineIds }) => lineIds.includes(id)).map(({ message }) => message);
  return own.length > 0 ? { refusals: own } : {};
}

function withdrawnLines({ lines, quote, catalog }: CheckoutView): Static<typeof WithdrawnLine>[] {
  const withdrawn = new Set(quote.refusals.map(({ lineId }) => lineId));
  return lines.flatMap(({ id, productId, bundleId }, position) => {
    if (!withdrawn.has(id)) return [];
    const item = productId === null ? catalog.bundle(bundleId ?? '') : catalog.product(productId);
    return [{ id, name: item?.name ?? productId ?? bundleId ?? '', position }];
  });
}

function checkoutLine(
  line: QuotedLine,
  currency: string,
  { catalog, iconUrl }: Pick<CheckoutView, 'catalog'> & Pick<ItemPresenter, 'iconUrl'>,
): Static<typeof CheckoutLine> {
  const item = line.item.type === 'Product' ? catalog.product(line.item.id) : catalog.bundle(line.item.id);
  const variation = catalog.variation(line.variationId);
  const names = line.adjustments.map(({ name }) => name);
  return {
    id: line.id,
    type: line.item.type,
    name: item?.name ?? line.item.id,
    ...(item !== undefined && item.tagline !== '' && { tagline: item.tagline }),
    iconUrl: item === undefined ? null : iconUrl(item),
    variationName: variation?.name ?? '',
    recurrence: recurrenceBody(variation?.recurrence ?? 'OneOff'),
    quantity: line.quantity,
    unitPrice: toDecimal(line.unitPriceMinor, currency),
    total: amounts(line, (amountMinor) => toDecimal(amountMinor, currency)),
    ...(names.length > 0 && { discountName: names.join(', ') }),
  };
}
