import { invalidInput } from '../../kernel/problem.ts';
import { fromDecimal, isCurrency } from '../../kernel/money.ts';
import { Type } from '../../kernel/schema.ts';
import { announcePrice } from '../../modules/subscriptions/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { command } from '../guards/idempotency.ts';
import { Amount } from '../wire/order.ts';

const PriceChangeInput = Type.Object(
  {
    variationId: Type.String({ description: 'The variation that they have subscribed to.' }),
    price: Type.Object(Amount.properties, {
      description: 'One unit for one cycle. Subscriptions in other currencies keep their price.',
      additionalProperties: false,
    }),
    from: Type.String({
      format: 'date-time',
      description: 'Periods that begin then or later have the new price. At least 30 days ahead.',
    }),
    preview: Type.Optional(Type.Boolean({ default: false, description: 'Changes and mails nothing.' })),
  },
  { title: 'SubscriptionPriceChange', additionalProperties: false },
);

/** New prices for running subscriptions (subscriptions, sections 3 and 5). */
export function registerSubscriptionPrices(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/subscriptions/price-changes',
    config: { access: access.vendorOrRole('subscriptions:write', 'subscriptions:prices') },
    schema: {
      operationId: 'changeSubscriptionPrices',
      summary: 'Announce another price to everybody who has subscribed to a variation',
      description:
        'Each of them gets a mail with the old price, the new one, the day and a link to cancel; without that mail, their price stays. A subscription otherwise keeps the price that it was bought at, whatever the variation costs.',
      tags: ['Subscriptions'],
      body: PriceChangeInput,
      response: {
        200: Type.Object(
          {
            subscriptions: Type.Integer({ description: 'Those that it concerns.' }),
            from: Type.String({ format: 'date-time' }),
            preview: Type.Boolean(),
          },
          { title: 'AnnouncedPriceChange' },
        ),
        ...problems(),
      },
    },
    handler: (request) => {
      const { variationId, price, from, preview = false } = request.body;
      const { currency, amount } = price;
      const unitMinor = isCurrency(currency) ? fromDecimal(amount, currency) : undefined;
      if (unitMinor === undefined || unitMinor <= 0)
        throw invalidInput({ errors: { price: ['must be an amount of more than 0 of a currency'] } });
      const change = { variationId, currency, unitMinor, from: new Date(from) };
      return command(
        request,
        (tx) => announcePrice(tx, change, { isPreview: preview }),
        async (subscriptions) => ({ subscriptions, from: change.from.toISOString(), preview }),
      );
    },
  });
}
