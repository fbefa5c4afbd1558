import { type Static, Type } from '../../kernel/schema.ts';
import { standardRatesInForce } from '../../modules/taxes/index.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';

const day = (description: string) => Type.String({ format: 'date', description });
const Fraction = Type.Number({ description: 'A fraction: 19 % is 0.19.' });

const StandardRate = Type.Object(
  {
    country: Type.String({ description: 'ISO 3166-1 alpha-2 code.' }),
    region: Type.Union([Type.String(), Type.Null()], {
      description: 'A part of the country with a rate of its own. Null: the rest of it.',
    }),
    rate: Fraction,
    firstDay: day('The first day of the rate.'),
    isReplaced: Type.Boolean({
      description: 'One of your own rates, for everything, is charged in place of it.',
    }),
    next: Type.Optional(
      Type.Object(
        { rate: Fraction, firstDay: day('Its first day.') },
        { title: 'NextStandardRate', description: 'The rate that follows, if it is known already.' },
      ),
    ),
  },
  { title: 'StandardTaxRate' },
);

const StandardRates = Type.Object(
  {
    reviewedOn: day('When the table of this version was last compared with its sources.'),
    checkedOn: day('The same, or when you checked the rates since: the setting `tax.ratesCheckedOn`.'),
    isOutdated: Type.Boolean({
      description:
        'You charge some of these rates, and nobody has checked them for half a year. Install a newer version; or check them, enter those that are wrong as your own, and set `tax.ratesCheckedOn`.',
    }),
    rates: Type.Array(StandardRate, { description: 'By country.' }),
    collectable: Type.Array(Type.String(), {
      description: 'What `tax.collectsIn` may name: `EU`, and each country in the table.',
    }),
  },
  { title: 'StandardTaxRates' },
);

/** Latchkey's own table of rates, as far as the account charges them (dashboard, Home and Taxes). */
export function registerStandardRates(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/tax-rates/standard',
    config: { access: access.vendor('settings:read') },
    schema: {
      operationId: 'getStandardTaxRates',
      summary: 'The standard rates in force where you collect, and when somebody last checked them',
      description:
        'Those of the places in `tax.collectsIn`. Empty if `tax.mode` is not `own`, or if the payment provider calculates the taxes.',
      tags: ['Taxes'],
      response: { 200: StandardRates, ...problems() },
    },
    handler: async ({ context }): Promise<Static<typeof StandardRates>> => {
      const { rates, collectable, ...state } = await standardRatesInForce(context);
      return {
        ...state,
        rates: rates.map(({ basisPoints, next, ...rate }) => ({
          ...rate,
          rate: fraction(basisPoints),
          ...(next !== undefined && {
            next: { rate: fraction(next.basisPoints), firstDay: next.firstDay },
          }),
        })),
        collectable: [...collectable],
      };
    },
  });
}

const WHOLE = 10_000;

function fraction(basisPoints: number): number {
  return basisPoints / WHOLE;
}
