import { type Static, Type } from '../../kernel/schema.ts';
import { type RecurringCurrency, type RecurringMonth, recurringReport } from '../../modules/reports/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { Amount, amountIn } from '../wire/order.ts';
import { MonthsOfReport, PaymentsOfReport, refuseLongMonths } from './report-query.ts';

const RecurringQuery = Type.Object({ ...MonthsOfReport.properties, payments: PaymentsOfReport });

const perMonth = (description: string) => Type.Object(Amount.properties, { description });
const share = (description: string) => Type.Optional(Type.Number({ description }));

const RecurringMonthAnswer = Type.Object(
  {
    month: Type.String({ description: 'Such as `2026-11`.' }),
    start: perMonth('The recurring revenue when the month began.'),
    new: perMonth('Of subscriptions that paid for the first time.'),
    expansion: perMonth('Of running ones that cost more: another plan, more units, a deduction that ended.'),
    reactivation: perMonth('Of those that had ended before, also in a pause, and go on.'),
    contraction: perMonth('What running ones cost less.'),
    churn: perMonth('What those brought that ended, also in a pause.'),
    end: perMonth('The recurring revenue at the end of the month, or now: the sum of the others.'),
    subscribers: Type.Object(
      {
        start: Type.Integer(),
        new: Type.Integer(),
        reactivated: Type.Integer(),
        lost: Type.Integer(),
        end: Type.Integer(),
      },
      { title: 'RecurringSubscribers', description: 'The subscriptions that bring something.' },
    ),
    subscriberChurn: share('0.05: 5 % of the subscriptions at the start ended. Absent if there were none.'),
    revenueChurn: share(
      '0.05: 5 % of the revenue at the start was lost by contraction and churn. Absent if there was none.',
    ),
  },
  { title: 'RecurringMonth' },
);

const RecurringAnswer = Type.Object(
  {
    timeZone: Type.String({ description: 'Months begin and end here.' }),
    payments: Type.Enum(['Live', 'Test']),
    currencies: Type.Array(
      Type.Object(
        {
          currency: Type.String(),
          months: Type.Array(RecurringMonthAnswer, {
            description: 'Each month up to the one that runs, which ends now.',
          }),
          items: Type.Array(
            Type.Object(
              { itemId: Type.String(), revenue: Amount, subscribers: Type.Integer() },
              { title: 'RecurringItem' },
            ),
            {
              description: 'What each product or bundle brings at the end of the last month, the most first.',
            },
          ),
        },
        { title: 'RecurringCurrency' },
      ),
      { description: 'The currency with the most recurring revenue first.' },
    ),
  },
  { title: 'RecurringReport' },
);

/** What subscriptions bring each month, and how that moves (dashboard, Reports). */
export function registerRecurringReport(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/reports/recurring',
    config: { access: access.vendor('orders:read') },
    schema: {
      operationId: 'getRecurringRevenue',
      summary: 'Recurring revenue at the end of each month, and what it gained and lost',
      description:
        'Each subscription counts with the price of its next renewal, without taxes, as an amount per month: a year has 365 days, 52 weeks or 4 quarters. It counts while it is `Active`, in grace too, or `Cancelled`, until it ends; free days do not count, but periods that the vendor gives away count in full. One that ends in a pause, or because nobody paid its renewal in time, is churn, and a reactivation once it goes on. What a month was does not change afterwards.',
      tags: ['Reports'],
      querystring: RecurringQuery,
      response: { 200: RecurringAnswer, ...problems() },
    },
    handler: async ({ context, query: { fromMonth, toMonth, payments } }) => {
      refuseLongMonths({ fromMonth, toMonth });
      const report = await recurringReport(context, { first: fromMonth, last: toMonth, mode: payments });
      const currencies = report.currencies.map(currencyAnswer);
      return { timeZone: report.timeZone, payments: report.mode, currencies };
    },
  });
}

function currencyAnswer({ currency, months, items }: RecurringCurrency) {
  const amount = amountIn(currency);
  return {
    currency,
    months: months.map((month) => monthAnswer(month, amount)),
    items: items.map(({ itemId, endMinor, subscribers }) => ({
      itemId,
      revenue: amount(endMinor),
      subscribers,
    })),
  };
}

function monthAnswer(
  figures: RecurringMonth,
  amount: ReturnType<typeof amountIn>,
): Static<typeof RecurringMonthAnswer> {
  const { month, subscriberChurn, revenueChurn } = figures;
  return {
    month,
    start: amount(figures.startMinor),
    new: amount(figures.newMinor),
    expansion: amount(figures.expansionMinor),
    reactivation: amount(figures.reactivationMinor),
    contraction: amount(figures.contractionMinor),
    churn: amount(figures.churnMinor),
    end: amount(figures.endMinor),
    subscribers: {
      start: figures.subscribersAtStart,
      new: figures.subscribersNew,
      reactivated: figures.subscribersReactivated,
      lost: figures.subscribersLost,
      end: figures.subscribersAtEnd,
    },
    ...(subscriberChurn !== null && { subscriberChurn }),
    ...(revenueChurn !== null && { revenueChurn }),
  };
}
