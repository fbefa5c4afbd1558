import type { Context } from '../../modules/accounts/index.ts';
import { couponNoLongerUsable } from '../../modules/coupons/index.ts';
import { emailInUse } from '../../modules/customers/index.ts';
import {
  buyerIssues,
  checkoutLinkExpired,
  type CheckoutView,
  emptyOrder,
  freeDaysInPayment,
  freeDaysUsed,
  freeLimitReached,
  openCheckout,
  orderChanged,
  orderCompleted,
  orderTaken,
  orderTooLarge,
  payOrder,
  priceChanged,
  upgradeInPayment,
} from '../../modules/orders/index.ts';
import {
  amountTooLarge,
  amountTooSmall,
  currencyNotTaken,
  methodsNotSaved,
  paymentsNotConfigured,
  providerInput,
  paymentsRefused,
} from '../../modules/payments/index.ts';
import { taxCountryUnclear } from '../../modules/taxes/index.ts';
import { refuseIssues } from '../../kernel/problem.ts';
import type { Static } from '../../kernel/schema.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { clientNetwork } from '../../platform/http/network/client.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { statedDetailsOf } from '../wire/billing.ts';
import { limitUses } from '../guards/limits.ts';
import { CHECKOUT_TAGS, CheckoutBody } from './checkout-body.ts';
import { linkParams, pageUrl, returnQuery } from './checkout-link.ts';
import { checkoutBody } from './checkout-presenter.ts';
import { orderSummary, PaymentInput, paymentIssues } from './payment-input.ts';

const PAY_REFUSALS = [
  amountTooLarge,
  amountTooSmall,
  currencyNotTaken,
  methodsNotSaved,
  checkoutLinkExpired,
  couponNoLongerUsable,
  freeDaysInPayment,
  freeDaysUsed,
  freeLimitReached,
  orderCompleted,
  emptyOrder,
  orderChanged,
  orderTaken,
  orderTooLarge,
  paymentsNotConfigured,
  priceChanged,
  paymentsRefused,
  upgradeInPayment,
  emailInUse,
  taxCountryUnclear,
];

/** The route that pays the order of a checkout URL. */
export function registerPay(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/checkout/:orderId/:token/pay',
    config: { access: access.public(), limit: 'paymentsPerMinute' },
    schema: {
      tags: CHECKOUT_TAGS,
      operationId: 'payCheckout',
      summary: 'Pay the order of a checkout URL',
      description:
        'Pays with the payment provider of the account. The response shows the order: completed, in process, or with the reason why the payment failed.',
      params: linkParams,
      querystring: returnQuery,
      body: PaymentInput,
      response: {
        200: CheckoutBody,
        ...problems(...PAY_REFUSALS),
      },
    },
    handler: async (request) => {
      const { context, params, query, body } = request;
      const { orderId, token } = params;
      // A free order mails a receipt to any typed address, so this is a guarded action, too.
      const network = clientNetwork(request);
      const before = await openCheckout(context, orderId, token, network);
      const { order, link, quote } = before;
      const summary = orderSummary(body, quote.currency);
      const buyer = { name: body.name.trim(), email: body.email.trim() };
      await refuseMistakes(context, before, body, paymentIssues(body, summary));
      const details = body.billing && statedDetailsOf(body.billing);
      // Not in `config`: only the order shows whether the limit of coupons applies, and typing mistakes do not count.
      if (isGuessable(before)) await limitUses(request, 'couponsPerMinute');
      await payOrder(context, {
        orderId: order.id,
        link,
        buyer,
        details,
        isCountryConfirmed: body.countryConfirmed,
        summary,
        returnUrl: pageUrl(context, params, { returnTo: query.return, isFramed: body.embedded === true }),
        network,
        ...termsOf(body),
      });
      const view = await openCheckout(context, orderId, token, network);
      return checkoutBody(context, view, query.return);
    },
  });
}

/** The fields of the page that a payment takes unchanged. */
function termsOf(body: Static<typeof PaymentInput>) {
  return { locale: body.locale, ...agreementOf(body), input: providerInput(body) };
}

/** What the buyer agreed to. */
function agreementOf({ consent, recurringConsent, anotherSubscription }: Static<typeof PaymentInput>) {
  return {
    consentWording: consent?.wording,
    recurringWording: recurringConsent?.wording,
    isAnotherSubscription: anotherSubscription,
  };
}

/**
 * Whether a refusal could reveal which typed addresses used a coupon or free days before; such refusals are limited like guesses of
 * codes.
 */
function isGuessable({ order, quote, link }: CheckoutView): boolean {
  const hasFreeDays = quote.lines.some(({ renewal }) => renewal?.freeDays !== undefined);
  return (order.couponCodeIds.length > 0 || hasFreeDays) && link.buyer.kind !== 'Customer';
}

/**
 * Refuses with every mistake together, including those of the taxes, unless the address that determines them is one of
 * them.
 */
async function refuseMistakes(
  ctx: Context,
  view: CheckoutView,
  body: Static<typeof PaymentInput>,
  issues: Record<string, string[]>,
): Promise<void> {
  const mistakes = Object.entries(issues).filter(([, messages]) => messages.length > 0);
  if (mistakes.length === 0) return;
  const { name, email, billing } = body;
  const isAddressWrong = mistakes.some(([path]) => path.startsWith('billing.address'));
  const taxes = isAddressWrong
    ? {}
    : await buyerIssues(ctx, view, {
        buyer: { name, email },
        details: billing && statedDetailsOf(billing),
        ...agreementOf(body),
      });
  refuseIssues({ ...taxes, ...Object.fromEntries(mistakes) });
}
