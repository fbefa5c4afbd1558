import { Type } from '../../kernel/schema.ts';
import { ossReturn, sellerCountryMissing } from '../../modules/reports/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { Amount, amountIn } from '../wire/order.ts';
import { PaymentsOfReport } from './report-query.ts';

const OssQuery = Type.Object({
  quarter: Type.String({
    pattern: '^20\\d\\d-Q[1-4]$',
    errorMessage: 'must be a quarter, such as 2026-Q3',
    description: 'The quarter, in the time zone of the account, such as `2026-Q3`.',
  }),
  payments: PaymentsOfReport,
});

const Quarter = Type.String({ description: 'Such as `2026-Q2`.' });
const Country = Type.String({ description: 'The member state of consumption.' });

const OssAnswer = Type.Object(
  {
    quarter: Quarter,
    timeZone: Type.String({ description: 'The quarter begins and ends here.' }),
    payments: Type.Enum(['Live', 'Test']),
    home: Type.String({ description: 'The country of the seller, whose own sales are not in it.' }),
    currencies: Type.Array(
      Type.Object(
        {
          currency: Type.String(),
          supplies: Type.Array(
            Type.Object(
              {
                country: Country,
                rate: Type.Number({ description: '0.19 is 19 %.' }),
                net: Amount,
                tax: Amount,
              },
              { title: 'OssSupply' },
            ),
            { description: 'Sales by country and rate, less what went back of them in the same quarter.' },
          ),
          corrections: Type.Array(
            Type.Object(
              { quarter: Quarter, country: Country, net: Amount, tax: Amount },
              { title: 'OssCorrection' },
            ),
            {
              description:
                'What went back of the sales of earlier quarters: amounts below 0, or above where the money of a refund returned that had been made in another quarter.',
            },
          ),
        },
        { title: 'OssCurrency' },
      ),
      { description: 'Each currency for itself: convert them at the rate of the last day of the quarter.' },
    ),
  },
  { title: 'OssReturn' },
);

/** What a seller declares in the one-stop shop of the European Union (dashboard, Reports). */
export function registerOssReport(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/reports/oss',
    config: { access: access.vendor('orders:read') },
    schema: {
      operationId: 'getOssReturn',
      summary: 'The one-stop-shop return of a quarter: sales to other member states by country and rate',
      description:
        'Taxed sales to consumers in the European Union outside of the country of the seller. A refund of a sale of the same quarter lowers it; one of an earlier quarter is a correction of that. If the money of a refund returns later, that is a correction, too. Taxes that a payment provider calculated or declares are not in it: its own reports have them.',
      tags: ['Reports'],
      querystring: OssQuery,
      response: { 200: OssAnswer, ...problems(sellerCountryMissing) },
    },
    handler: async ({ context, query: { quarter, payments } }) => {
      const [year = 0, number = 0] = quarter.split('-Q').map(Number);
      const { timeZone, mode, home, currencies } = await ossReturn(context, { year, number, mode: payments });
      return {
        quarter,
        timeZone,
        payments: mode,
        home,
        currencies: currencies.map(({ currency, supplies, corrections }) => {
          const amount = amountIn(currency);
          const amounts = (each: { readonly netMinor: number; readonly taxMinor: number }) => ({
            net: amount(each.netMinor),
            tax: amount(each.taxMinor),
          });
          return {
            currency,
            supplies: supplies.map((each) => ({
              country: each.country,
              rate: each.basisPoints / 10_000,
              ...amounts(each),
            })),
            corrections: corrections.map((each) => ({
              quarter: each.quarter,
              country: each.country,
              ...amounts(each),
            })),
          };
        }),
      };
    },
  });
}
