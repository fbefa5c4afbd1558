import { type Static, Type } from '../../kernel/schema.ts';
import { toDecimal } from '../../kernel/money.ts';
import type { Bundle, Catalog, Product } from '../../modules/catalog/index.ts';
import { COUPON_NOT_FOR_PURCHASE, couponMessage } from '../../modules/coupons/index.ts';
import type { Billing, CheckoutLinks, OrderLine, OrderView } from '../../modules/orders/index.ts';
import {
  appliedCoupons,
  type OrderQuote,
  type QuotedAmounts,
  type QuotedLine,
} from '../../modules/pricing/index.ts';
import { AddressAnswer, addressAnswer } from './address.ts';
import { DiscountBody, discountAnswer, variationDiscountAnswer } from './discount.ts';
import { lineDiscount } from './line-discount.ts';
import { Moment } from './moment.ts';
import { AmountsByCurrency, amountsByCurrency } from './money.ts';
import { type ItemPresenter, pictureFields, VariationBody } from './product.ts';
import { lineUpgrade, lineUpgradeBody } from './upgrade.ts';
import { recurrenceBody } from './recurrence.ts';
import { WithdrawnLine, withdrawnLines } from './withdrawn-line.ts';

/** An amount in one currency. */
export const Amount = Type.Object({ currency: Type.String(), amount: Type.Number() }, { title: 'Amount' });

const cartOfferDiscount = Type.Optional(
  Type.Object(Amount.properties, {
    title: 'CartOfferDiscount',
    description: 'The part of the discount that the offer on the whole cart gives; absent if none applies.',
  }),
);

const LineTotalBody = Type.Object(
  {
    original: Amount,
    discount: Amount,
    subtotal: Amount,
    due: Amount,
    cartOfferDiscount,
  },
  { title: 'OrderLineTotal' },
);

export const OrderTotalBody = Type.Object(
  {
    original: Amount,
    discount: Amount,
    subtotal: Amount,
    taxes: Amount,
    due: Amount,
    cartOfferDiscount,
  },
  { title: 'OrderTotal' },
);

export const OrderStatusBody = Type.Enum(['Open', 'PaymentProcessing', 'Paid', 'Completed'], {
  title: 'OrderStatus',
});

/** When a paid order was cancelled. */
export const CancelledAt = Type.Optional(
  Type.String({
    format: 'date-time',
    description:
      'When a `Paid` order was cancelled because it could not be delivered: its money is returned.',
  }),
);

/** The totals of an order, each with its currency. */
export function orderTotal({
  currency,
  total,
  cartOffer,
}: Pick<OrderQuote, 'currency' | 'total' | 'cartOffer'>): Static<typeof OrderTotalBody> {
  const amount = amountIn(currency);
  return {
    ...amounts(total, amount),
    taxes: amount(total.taxesMinor),
    ...(cartOffer && { cartOfferDiscount: amount(cartOffer.amountMinor) }),
  };
}

/** The four amounts of a line or an order, each converted by `show`. */
export function amounts<Shown>(quoted: QuotedAmounts, show: (amountMinor: number) => Shown) {
  return {
    original: show(quoted.originalMinor),
    discount: show(quoted.discountMinor),
    subtotal: show(quoted.subtotalMinor),
    due: show(quoted.dueMinor),
  };
}

/** Turns minor units of a currency into its wire form. */
export function amountIn(currency: string): (amountMinor: number) => Static<typeof Amount> {
  return (amountMinor) => ({ currency, amount: toDecimal(amountMinor, currency) });
}

const lineCommon = {
  id: Type.String({ description: "The client's own id of the line." }),
  variationId: Type.String(),
  quantity: Type.Integer(),
  offerId: Type.Optional(Type.String()),
  ...lineUpgrade,
  partial: Type.Optional(Type.Boolean({ description: 'As sent by the client.' })),
  replaced: Type.Optional(Type.Array(Type.Unknown(), { description: 'As sent by the client.' })),
  price: AmountsByCurrency,
  originalPrice: AmountsByCurrency,
  variation: VariationBody,
  total: LineTotalBody,
  appliedDiscount: Type.Optional(DiscountBody),
};

const itemCommon = {
  id: Type.String(),
  name: Type.String(),
  tagline: Type.String(),
  ...pictureFields,
};

const OrderItem = Type.Object(itemCommon, { title: 'OrderItem' });

export const LineBody = Type.Union(
  [
    Type.Object(
      {
        type: Type.Literal('Product'),
        productId: Type.String(),
        ...lineCommon,
        product: OrderItem,
      },
      { title: 'OrderProductLine' },
    ),
    Type.Object(
      {
        type: Type.Literal('Bundle'),
        bundleId: Type.String(),
        ...lineCommon,
        bundle: Type.Object({ ...itemCommon, products: Type.Array(OrderItem) }, { title: 'OrderBundle' }),
      },
      { title: 'OrderBundleLine' },
    ),
  ],
  { title: 'OrderLine' },
);

const nullableText = Type.Union([Type.String(), Type.Null()]);

/** A coupon that reduces an order. */
export const CouponApplied = Type.Object(
  {
    code: Type.String({
      description: 'Empty for everybody except the customer, if the order belongs to one.',
    }),
    name: Type.String(),
    description: Type.String(),
    discount: Type.Optional(Amount),
  },
  { title: 'CouponApplied' },
);

export const UnusableCoupon = Type.Object(
  {
    code: Type.String({
      description: 'Empty for everybody except the customer, if the order belongs to one.',
    }),
    message: Type.String({ description: 'A sentence for the buyer.' }),
    reason: Type.Optional(
      Type.String({
        description: 'The same as a stable code; absent where `message` keeps the reason to itself.',
      }),
    ),
  },
  { title: 'UnusableCoupon' },
);

/** The number of an order for people. */
export const OrderNumberBody = Type.Optional(
  Type.String({
    description: 'The number for people, such as `K7QM-4T2P`, also in mails and documents; once it is paid.',
  }),
);

/** An order (customer API, Orders; wire contract section 4). */
export const OrderBody = Type.Object(
  {
    id: Type.String(),
    number: OrderNumberBody,
    status: OrderStatusBody,
    currency: Type.String(),
    completedAt: Type.Optional(Moment),
    cancelledAt: CancelledAt,
    items: Type.Array(LineBody),
    withdrawnLines: Type.Optional(
      Type.Array(WithdrawnLine, {
        description:
          'Lines of a cart that cannot be bought now, or not in its currency: they count for nothing, and the next change of `items` drops them. Absent if there are none.',
      }),
    ),
    offerId: Type.Optional(Type.String({ description: 'The offer on the whole cart that the buyer took.' })),
    appliedOffer: Type.Optional(DiscountBody),
    total: Type.Optional(OrderTotalBody),
    couponsApplied: Type.Array(CouponApplied),
    unusableCoupons: Type.Optional(
      Type.Array(UnusableCoupon, {
        description:
          'Coupons that were entered and reduce nothing now, each with the reason; absent if there are none.',
      }),
    ),
    customer: Type.Optional(
      Type.Object(
        {
          name: nullableText,
          businessName: nullableText,
          taxId: nullableText,
          email: nullableText,
          phone: nullableText,
          address: Type.Union([AddressAnswer, Type.Null()]),
        },
        {
          description:
            'The billing details: present for the customer who owns the order. For others null once the order is completed, and absent before.',
        },
      ),
    ),
    lastPaymentFailure: Type.Optional(
      Type.String({ description: 'Why the last payment failed, until the next one starts.' }),
    ),
    checkoutRefusals: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Why the checkout would refuse the current order, one sentence each; absent if it would not.',
      }),
    ),
    checkoutUrl: Type.Optional(Type.String()),
    hostedCheckoutUrl: Type.Optional(Type.String()),
    embeddedCheckoutUrl: Type.Optional(Type.String()),
  },
  { title: 'Order' },
);

/** The context of an order's response. */
interface OrderAudience extends Pick<ItemPresenter, 'pictures'> {
  /** The billing details; only for the customer who owns the order. */
  readonly billing?: Billing | undefined;
  /** Whether it belongs to a customer other than the caller, who then sees no coupon codes. */
  readonly isStranger?: boolean | undefined;
  /** The reasons why it cannot be paid in its current state. */
  readonly refusals?: readonly string[] | undefined;
  /** The links to its checkout, if requested. */
  readonly links?: CheckoutLinks | undefined;
}

/** The context of the lines in a response. */
interface LineContext extends Pick<ItemPresenter, 'pictures'> {
  readonly catalog: Catalog;
}

/** The wire form of an order; its buyer's data only for the customer it belongs to. */
export function orderBody(
  { order, quote, catalog }: OrderView,
  { billing, isStranger, links, refusals = [], pictures }: OrderAudience,
): Static<typeof OrderBody> {
  const { currency } = quote;
  const withdrawals = withdrawnLines({ order, quote, catalog });
  return {
    id: order.id,
    ...(order.number && { number: order.number }),
    status: order.status,
    currency,
    ...(order.completedAt !== null && { completedAt: order.completedAt.toISOString() }),
    ...(order.cancelledAt !== null && { cancelledAt: order.cancelledAt.toISOString() }),
    items: quote.lines.map((line) => lineBody(line, { quote, order }, { catalog, pictures })),
    ...(withdrawals.length > 0 && { withdrawnLines: withdrawals }),
    ...(order.offerId !== null && { offerId: order.offerId }),
    ...(quote.cartOffer && {
      appliedOffer: discountAnswer(quote.cartOffer, { [currency]: quote.cartOffer.amountMinor }),
    }),
    ...(quote.lines.length > 0 && { total: orderTotal(quote) }),
    ...couponsBody(quote, isStranger),
    ...((billing !== undefined || order.status === 'Completed') && { customer: buyerBody(billing ?? {}) }),
    ...(order.lastPaymentFailure !== null && { lastPaymentFailure: order.lastPaymentFailure }),
    ...(refusals.length > 0 && { checkoutRefusals: [...refusals] }),
    ...links,
  };
}

/**
 * The coupons of an order: those that reduce it, and the others with the reasons. A code may be personal, and a reason
 * may reveal earlier purchases of the customer: strangers see neither.
 */
export function couponsBody(quote: OrderQuote, isStranger = false) {
  const amount = amountIn(quote.currency);
  const unusable = (quote.coupons ?? []).flatMap((coupon) => {
    const message = couponMessage(coupon, quote.currency);
    if (message === undefined) return [];
    const { code, reason } = coupon;
    const own = { code, message, ...(reason !== undefined && { reason }) };
    return [isStranger ? { code: '', message: COUPON_NOT_FOR_PURCHASE } : own];
  });
  return {
    couponsApplied: appliedCoupons(quote).map(({ code, name, description, amountMinor }) => ({
      code: isStranger ? '' : code,
      name,
      description: description ?? '',
      discount: amount(amountMinor),
    })),
    ...(unusable.length > 0 && { unusableCoupons: unusable }),
  };
}

function lineBody(
  line: QuotedLine,
  { quote, order }: Pick<OrderView, 'quote' | 'order'>,
  context: LineContext,
): Static<typeof LineBody> {
  const { currency, cartOffer } = quote;
  const amount = amountIn(currency);
  const inCurrency = (amountMinor: number) => ({ [currency]: amountMinor });
  const [first] = line.adjustments;
  const promotion = context.catalog.promotions.find(({ discountId }) => discountId === first?.id);
  const appliedDiscount = lineDiscount(line, quote, promotion);
  const variation = context.catalog.variation(line.variationId);
  const prices = {
    originalPrice: amountsByCurrency(inCurrency(line.unitOriginalMinor)),
    price: amountsByCurrency(inCurrency(line.unitPriceMinor)),
  };
  const shared = {
    id: line.id,
    variationId: line.variationId,
    quantity: line.quantity,
    ...(line.offerId !== undefined && { offerId: line.offerId }),
    ...echoOf(line, order),
    ...prices,
    variation: {
      id: line.variationId,
      name: variation?.name ?? '',
      recurrence: recurrenceBody(variation?.recurrence ?? 'OneOff'),
      ...prices,
      hasDiscount: first !== undefined,
      ...(first !== undefined && {
        discount: variationDiscountAnswer(
          first,
          inCurrency(line.unitOriginalMinor - line.unitPriceMinor),
          promotion,
        ),
      }),
    },
    total: {
      ...amounts(line, amount),
      ...(cartOffer && { cartOfferDiscount: amount(line.cartOffer?.amountMinor ?? 0) }),
    },
    ...(appliedDiscount && { appliedDiscount }),
  };
  return line.item.type === 'Product'
    ? { type: 'Product', productId: line.item.id, ...shared, product: productBody(line.item.id, context) }
    : { type: 'Bundle', bundleId: line.item.id, ...shared, bundle: bundleBody(line, context) };
}

/** The license that a line changes, and the client's own notes about the line. */
function echoOf(quoted: QuotedLine, { lines }: Pick<OrderView['order'], 'lines'>) {
  return { ...lineUpgradeBody(quoted), ...notesOf(lines.find((line) => line.id === quoted.id)) };
}

/** The client's own notes about a line. */
function notesOf(line: OrderLine | undefined) {
  const { partial, replaced } = line ?? {};
  return { ...(typeof partial === 'boolean' && { partial }), ...(replaced && { replaced: [...replaced] }) };
}

function bundleBody(line: QuotedLine, context: LineContext) {
  const { id } = line.item;
  const products = line.grantedProductIds.map((productId) => productBody(productId, context));
  return { ...itemBody(id, context.catalog.bundle(id), context), products };
}

function productBody(id: string, context: LineContext) {
  return itemBody(id, context.catalog.product(id), context);
}

function itemBody(id: string, item: Product | Bundle | undefined, { pictures }: LineContext) {
  return {
    id,
    name: item?.name ?? id,
    tagline: item?.tagline ?? '',
    ...pictures(item),
  };
}

function buyerBody({ name, businessName, taxId, email, phone, address }: Billing) {
  return {
    name: name ?? null,
    businessName: businessName ?? null,
    taxId: taxId ?? null,
    email: email ?? null,
    phone: phone ?? null,
    address: address ? addressAnswer(address) : null,
  };
}
