import { Type } from '../../kernel/schema.ts';
import { PROVIDER_NAMES } from '../../modules/payments/index.ts';
import { BillingDetailsAnswer } from '../wire/billing.ts';
import { pictureFields } from '../wire/product.ts';
import { lineUpgrade } from '../wire/upgrade.ts';
import { RecurrenceBody } from '../wire/recurrence.ts';
import {
  CancelledAt,
  CouponApplied,
  OrderNumberBody,
  OrderStatusBody,
  OrderTotalBody,
  UnusableCoupon,
} from '../wire/order.ts';
import { WithdrawnLine } from '../wire/withdrawn-line.ts';
import { CheckoutFile } from './checkout-files.ts';
import { CheckoutRenewal, CheckoutSubscription } from './checkout-renewals.ts';
import { CheckoutTax } from './checkout-tax.ts';

/** The section of the API reference. */
export const CHECKOUT_TAGS = ['Checkout'];

export const CheckoutLine = Type.Object(
  {
    id: Type.String(),
    type: Type.Enum(['Product', 'Bundle']),
    name: Type.String(),
    tagline: Type.Optional(Type.String()),
    contents: Type.Optional(
      Type.Array(Type.String(), { description: 'The names of the products that a bundle gives the buyer.' }),
    ),
    ...pictureFields,
    variationName: Type.String(),
    ...lineUpgrade,
    recurrence: RecurrenceBody,
    renewal: Type.Optional(CheckoutRenewal),
    quantity: Type.Integer(),
    unitPrice: Type.Number(),
    total: Type.Object({
      original: Type.Number(),
      discount: Type.Number(),
      subtotal: Type.Number(),
      due: Type.Number(),
    }),
    reductions: Type.Array(Type.Object({ name: Type.String(), amount: Type.Number() }), {
      description:
        'The reductions of this line by its discount and its offer, by name. `total.discount` also has its part of coupons and of the offer on the cart.',
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

export const CheckoutBody = Type.Object(
  {
    vendor: Type.Object({ id: Type.String(), name: Type.String(), logoUrl: Type.Optional(Type.String()) }),
    seller: Type.Object(
      {
        name: Type.String(),
        address: Type.Array(Type.String(), { description: 'Lines of the postal address.' }),
        country: Type.Optional(Type.String()),
        taxId: Type.Optional(Type.String()),
        email: Type.Optional(Type.String()),
      },
      { description: 'The seller, as named on the receipt.' },
    ),
    links: Type.Object(
      {
        terms: Type.Optional(Type.String()),
        privacy: Type.Optional(Type.String()),
        refunds: Type.Optional(Type.String()),
        imprint: Type.Optional(Type.String()),
        shop: Type.Optional(Type.String({ description: 'The shop of the vendor.' })),
      },
      { description: "The vendor's own pages." },
    ),
    footer: Type.Object(
      {
        text: Type.Optional(Type.String()),
        links: Type.Array(Type.Object({ label: Type.String(), url: Type.String() })),
      },
      { description: 'The text of the vendor in the footer of every page.' },
    ),
    locale: Type.String({
      description:
        'Language, such as `de`, if neither the shop nor the browser asks for one that the page supports.',
    }),
    currencies: Type.Array(Type.String(), {
      description: 'The currencies in which all items of the order are sold, that of the order included.',
    }),
    status: OrderStatusBody,
    taken: Type.Boolean({
      description:
        'The order now belongs to another buyer, or is being paid through another link; this link takes no payment.',
    }),
    forOwner: Type.Boolean({
      description:
        'The order belongs to a customer whom this link does not reveal. The purchase goes to that customer, no matter who pays.',
    }),
    fixed: Type.Optional(
      Type.Literal(true, {
        description: 'A payment of a subscription: its lines, coupons and currency cannot change.',
      }),
    ),
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
    tax: Type.Optional(CheckoutTax),
    subscription: Type.Optional(CheckoutSubscription),
    couponsApplied: Type.Array(CouponApplied),
    unusableCoupons: Type.Optional(
      Type.Array(UnusableCoupon, {
        description: 'Coupons that were entered but currently reduce nothing, each with the reason.',
      }),
    ),
    suggestedCountry: Type.Optional(
      Type.String({ description: 'The country of the connection, if it can be determined.' }),
    ),
    buyer: Type.Object({
      name: Type.Union([Type.String(), Type.Null()]),
      email: Type.Union([Type.String(), Type.Null()]),
      addressNeeded: Type.Optional(
        Type.Boolean({
          description: 'Taxes depend on the address: the payment has to send it, unless `billing` has it.',
        }),
      ),
      locked: Type.Boolean({ description: 'The order belongs to a customer, and this is their email.' }),
      billing: Type.Optional(
        Type.Object(BillingDetailsAnswer.properties, {
          description:
            'Other billing details: those that the shop sent for a guest, from the same network, which apply if the payment sends them back; or those of the customer, which apply unless the payment sends others.',
        }),
      ),
    }),
    downloads: Type.Boolean({ description: 'Whether the purchase includes files to download.' }),
    files: Type.Optional(
      Type.Array(CheckoutFile, {
        description: 'Once the order is completed: the files that the visitor may have immediately.',
      }),
    ),
    orderNumber: OrderNumberBody,
    completedAt: Type.Optional(Type.String({ format: 'date-time' })),
    cancelledAt: CancelledAt,
    cartOffer: Type.Optional(
      Type.Object(
        { name: Type.String(), amount: Type.Number() },
        { description: 'The offer on the cart, and its reduction of the order.' },
      ),
    ),
    payment: Type.Object({
      provider: Type.Enum([...PROVIDER_NAMES]),
      embedded: Type.Optional(
        Type.Object(
          {
            script: Type.String({ description: 'The URL of the script that shows the form.' }),
            inPage: Type.Boolean({
              description: 'Whether the page also shows it outside of a frame of the shop.',
            }),
          },
          { description: 'The form of the provider can be a part of the page, if the payment asks for it.' },
        ),
      ),
      continuation: Type.Optional(
        Type.Union(
          [
            Type.Object({ kind: Type.Literal('Redirect'), url: Type.String() }),
            Type.Object({
              kind: Type.Literal('Embedded'),
              parameters: Type.Record(Type.String(), Type.String(), {
                description: 'For the script of the provider.',
              }),
            }),
          ],
          {
            description:
              'Where the buyer continues the pending payment. Only with the checkout URL that started it.',
          },
        ),
      ),
      cancellable: Type.Optional(
        Type.Boolean({
          description:
            'The pending payment can be cancelled with this checkout URL, because it started the payment or is the owner’s.',
        }),
      ),
      isTest: Type.Optional(Type.Boolean({ description: 'Payments move no money.' })),
      test: Type.Optional(
        Type.Object(
          {
            field: Type.String(),
            outcomes: Type.Array(Type.String()),
            method: Type.Optional(
              Type.Object(
                { field: Type.String(), outcomes: Type.Array(Type.String()) },
                { description: 'The same for later charges, where the payment saves its method.' },
              ),
            ),
          },
          {
            description:
              'The provider moves no money: the payment ends with the outcome that is sent in this field of its body.',
          },
        ),
      ),
    }),
    document: Type.Optional(
      Type.Object(
        { kind: Type.Enum(['Receipt', 'Invoice']), number: Type.String() },
        {
          description: 'The document issued for the order, for the buyer who paid it with this checkout URL.',
        },
      ),
    ),
    returnUrl: Type.Optional(Type.String()),
    failure: Type.Optional(Type.String({ description: 'Why the last payment failed.' })),
    amountRefusal: Type.Optional(
      Type.Object(
        {
          reason: Type.Enum(['AmountTooSmall', 'AmountTooLarge', 'CurrencyNotTaken']),
          limit: Type.Optional(Type.Number({ description: 'The smallest or the largest amount.' })),
        },
        {
          description:
            'The reason for one of the `checkoutRefusals`: the payment provider does not charge the amount.',
        },
      ),
    ),
    checkoutRefusals: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Why a payment of the current order would be refused, one sentence per reason.',
      }),
    ),
  },
  { title: 'Checkout', description: 'An order as shown on the checkout page.' },
);
