import { type Static, Type } from '../../kernel/schema.ts';
import {
  type CurrencyFigures,
  mergeFigures,
  type PaymentMode,
  salesReport,
  type SalesReport,
} from '../../modules/reports/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { Amount, amountIn } from '../wire/order.ts';
import { registerLicenseReports } from './license-reports.ts';
import { registerOssReport } from './oss-report.ts';
import { registerRecurringReport } from './recurring-report.ts';
import { DaysOfReport, PaymentsOfReport, refuseLongSpan } from './report-query.ts';

const Day = Type.String({ format: 'date' });
const ReportQuery = Type.Object({ ...DaysOfReport.properties, payments: PaymentsOfReport });

const sums = {
  gross: Type.Object(Amount.properties, { description: 'What was paid, taxes included.' }),
  tax: Type.Object(Amount.properties, { description: 'The taxes in it.' }),
  refunded: Type.Object(Amount.properties, {
    description:
      'What went back, taxes included; below 0 if more returned from refunds that failed after they had been made.',
  }),
  refundedTax: Type.Object(Amount.properties, { description: 'The taxes in that.' }),
};

const SalesOfCurrency = Type.Object(
  {
    currency: Type.String(),
    orders: Type.Integer({
      description: 'Orders that were paid. Those for which nothing was due are not counted.',
    }),
    refunds: Type.Integer({
      description: 'Refunds that were made, lost disputes included, also those that failed later.',
    }),
    ...sums,
    days: Type.Array(
      Type.Object(
        { day: Day, orders: Type.Integer(), refunds: Type.Integer(), ...sums },
        { title: 'SalesDay' },
      ),
      { description: 'Each day on which something was paid or went back.' },
    ),
    items: Type.Array(
      Type.Object({ itemId: Type.String(), units: Type.Integer(), ...sums }, { title: 'SalesOfItem' }),
      { description: 'Each product or bundle, the one with the most money first.' },
    ),
    taxes: Type.Array(
      Type.Object(
        {
          country: Type.Optional(
            Type.String({ description: 'Where it was taxed; absent where it was not.' }),
          ),
          region: Type.Optional(Type.String()),
          rate: Type.Optional(Type.Number({ description: '0.19 is 19 %.' })),
          reason: Type.String({
            description:
              'Why: `Standard`, `ReverseCharge`, `NotCollecting`, `ZeroRated`, `Exempt`, `Provider` (it calculated the tax) or `None`.',
          }),
          ...sums,
        },
        { title: 'SalesOfTaxRate' },
      ),
      { description: 'Each rate of each country.' },
    ),
    campaigns: Type.Array(
      Type.Object(
        {
          source: Type.Optional(Type.String({ description: 'The `utm_source` of its visitors.' })),
          medium: Type.Optional(Type.String()),
          campaign: Type.Optional(Type.String()),
          orders: Type.Integer(),
          ...sums,
        },
        { title: 'SalesOfCampaign' },
      ),
      {
        description:
          'Each campaign that visitors of the orders came from, as their links said; one entry has the orders without any. A refund counts for the campaign of its order.',
      },
    ),
    coupons: Type.Array(
      Type.Object(
        { couponId: Type.String(), name: Type.String(), orders: Type.Integer(), ...sums },
        { title: 'SalesOfCoupon' },
      ),
      { description: 'Orders that a coupon reduced, whole. One with several coupons counts for each.' },
    ),
  },
  { title: 'SalesOfCurrency' },
);

const SalesAnswer = Type.Object(
  {
    timeZone: Type.String({ description: 'Days begin and end here.' }),
    payments: Type.Enum(['Live', 'Test']),
    currencies: Type.Array(SalesOfCurrency, { description: 'The currency with the most money first.' }),
  },
  { title: 'SalesReport' },
);

/** Figures that are computed from the orders. */
export function registerReports(app: App): void {
  registerOssReport(app);
  registerRecurringReport(app);
  registerLicenseReports(app);
  app.route({
    method: 'GET',
    url: '/api/reports/sales',
    config: { access: access.vendor('orders:read') },
    schema: {
      operationId: 'getSales',
      summary: 'Sales, refunds, taxes by country and sales by item, day by day',
      description:
        'A refund counts on the day on which it was made, whenever its order was paid. Amounts of different currencies are never added.',
      tags: ['Reports'],
      querystring: ReportQuery,
      response: { 200: SalesAnswer, ...problems() },
    },
    handler: async ({ context, query }) => {
      refuseLongSpan(query);
      const report = await salesReport(context, { first: query.from, last: query.to });
      return salesAnswer(report, query.payments ?? report.mode);
    },
  });
}

function salesAnswer({ timeZone, days }: SalesReport, payments: PaymentMode): Static<typeof SalesAnswer> {
  const currencies = mergeFigures(days.map(({ figures }) => figures[payments]));
  return {
    timeZone,
    payments,
    currencies: currencies.map((figures) => ({
      currency: figures.currency,
      orders: figures.orders,
      refunds: figures.refunds,
      ...sumsAnswer(figures, figures.currency),
      days: days.flatMap(({ day, figures: each }) => {
        const own = each[payments].find(({ currency }) => currency === figures.currency);
        if (own === undefined) return [];
        return [{ day, orders: own.orders, refunds: own.refunds, ...sumsAnswer(own, figures.currency) }];
      }),
      items: figures.items.map((item) => ({
        itemId: item.itemId,
        units: item.units,
        ...sumsAnswer(item, figures.currency),
      })),
      ...attributionAnswer(figures),
      taxes: figures.taxes.map((tax) => ({
        ...(tax.country !== null && { country: tax.country }),
        ...(tax.region !== null && { region: tax.region }),
        ...(tax.basisPoints !== null && { rate: tax.basisPoints / 10_000 }),
        reason: tax.reason,
        ...sumsAnswer(tax, figures.currency),
      })),
    })),
  };
}

function attributionAnswer({ campaigns = [], coupons = [], currency }: CurrencyFigures) {
  return {
    campaigns: campaigns.map(({ source, medium, campaign, orders, ...sum }) => ({
      ...(source !== null && { source }),
      ...(medium !== null && { medium }),
      ...(campaign !== null && { campaign }),
      orders,
      ...sumsAnswer(sum, currency),
    })),
    coupons: coupons.map(({ couponId, name, orders, ...sum }) => ({
      couponId,
      name,
      orders,
      ...sumsAnswer(sum, currency),
    })),
  };
}

type Sums = Pick<CurrencyFigures, 'grossMinor' | 'taxMinor' | 'refundedMinor' | 'refundedTaxMinor'>;

function sumsAnswer(sum: Sums, currency: string) {
  const amount = amountIn(currency);
  return {
    gross: amount(sum.grossMinor),
    tax: amount(sum.taxMinor),
    refunded: amount(sum.refundedMinor),
    refundedTax: amount(sum.refundedTaxMinor),
  };
}
