import { type Static, Type } from '../../kernel/schema.ts';
import { isCountryCode } from '../../kernel/countries.ts';
import { refuseIssues } from '../../kernel/problem.ts';
import { profileIssues } from '../../modules/identity/index.ts';
import { checkoutLinkExpired, openCheckout, quoteForBuyer } from '../../modules/orders/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { clientNetwork } from '../../platform/http/network/client.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { billingDetailsInput, statedDetailsOf } from '../wire/billing.ts';
import { CHECKOUT_TAGS, CheckoutBody } from './checkout-body.ts';
import { linkParams, returnQuery } from './checkout-link.ts';
import { checkoutBody } from './checkout-presenter.ts';

const text = Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()]));

const QuoteInput = Type.Object(
  {
    billing: Type.Optional(
      Type.Object(billingDetailsInput, { description: 'As in the payment, as far as entered.' }),
    ),
    place: Type.Optional(
      Type.Object(
        { countryCode: Type.String({ maxLength: 2 }), region: text, postCode: text },
        { description: 'The parts of the address that taxes depend on, if `billing` has no address.' },
      ),
    ),
    countryConfirmed: Type.Optional(Type.Boolean({ description: 'As in the payment.' })),
  },
  { title: 'CheckoutQuote' },
);

/** The route that shows the order of a checkout URL with the totals for a buyer. */
export function registerQuote(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/checkout/:orderId/:token/quote',
    config: { access: access.public() },
    schema: {
      tags: CHECKOUT_TAGS,
      operationId: 'quoteCheckout',
      summary: 'Show the order of a checkout URL with the totals for a buyer',
      description:
        'With the taxes of the place and the tax id that the buyer has entered so far. Nothing of it is stored.',
      params: linkParams,
      querystring: returnQuery,
      body: QuoteInput,
      response: { 200: CheckoutBody, ...problems(checkoutLinkExpired) },
    },
    handler: async (request) => {
      const { context, params, query, body } = request;
      refuseIssues(quoteIssues(body));
      const view = await openCheckout(context, params.orderId, params.token, clientNetwork(request));
      const quote = await quoteForBuyer(context, view, {
        buyer: { name: view.buyer.name ?? '', email: view.buyer.email ?? '' },
        details: body.billing && statedDetailsOf(body.billing),
        place: placeOf(body),
        isCountryConfirmed: body.countryConfirmed,
      });
      return checkoutBody(context, quote, query.return);
    },
  });
}

type QuoteInput = Static<typeof QuoteInput>;

function quoteIssues({ billing, place }: QuoteInput): Record<string, string[]> {
  const issues = Object.entries(profileIssues(billing ?? {}));
  const isCountry = place === undefined || isCountryCode(place.countryCode);
  return {
    ...Object.fromEntries(issues.map(([path, messages]) => [`billing.${path}`, messages])),
    ...(!isCountry && { 'place.countryCode': ['must be an ISO 3166-1 alpha-2 country code'] }),
  };
}

function placeOf({ place }: QuoteInput) {
  if (place === undefined) return undefined;
  const { countryCode, region, postCode } = place;
  return {
    country: countryCode.toUpperCase(),
    region: region?.trim() || null,
    postCode: postCode?.trim() || null,
  };
}
