import { Type } from '../../kernel/schema.ts';
import { activationReport, trialReport } from '../../modules/reports/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import {
  DaysOfReport,
  MonthsOfTrials,
  MOST_TRIAL_MONTHS,
  refuseLongMonths,
  refuseLongSpan,
} from './report-query.ts';

const TimeZone = Type.String({ description: 'Days and months begin and end here.' });

const TrialReportAnswer = Type.Object(
  {
    timeZone: TimeZone,
    items: Type.Array(
      Type.Object(
        {
          month: Type.String({ description: 'In which the trials began, such as `2026-11`.' }),
          productId: Type.String(),
          trials: Type.Integer(),
          soldWithin30Days: Type.Integer({
            description: 'Those after which the product was bought within 30 days.',
          }),
          sold: Type.Integer({ description: 'Those after which it was bought until now.' }),
        },
        { title: 'TrialsOfMonth' },
      ),
    ),
  },
  { title: 'TrialReport' },
);

const ActivationReportAnswer = Type.Object(
  {
    timeZone: TimeZone,
    items: Type.Array(
      Type.Object(
        {
          day: Type.String({ format: 'date' }),
          productId: Type.String(),
          activations: Type.Integer({ description: 'Also those that have ended since.' }),
        },
        { title: 'ActivationsOfDay' },
      ),
      { description: 'Each day with new activations, by product.' },
    ),
  },
  { title: 'ActivationReport' },
);

/** What became of trials, and new activations (dashboard, Reports). */
export function registerLicenseReports(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/reports/trials',
    config: { access: access.vendor('trials:read') },
    schema: {
      operationId: 'getTrialSales',
      summary: 'Trials by the month of their beginning, and how many of them were followed by a purchase',
      description:
        'A trial counts as sold once an order gives a license of the product, that is not free, to its customer, or to somebody who activates the same device with it, and no refund took the license back. Orders that were paid with test money count only while the account takes test payments. The last 30 days can still grow.',
      tags: ['Reports'],
      querystring: MonthsOfTrials,
      response: { 200: TrialReportAnswer, ...problems() },
    },
    handler: async ({ context, query: { fromMonth, toMonth } }) => {
      refuseLongMonths({ fromMonth, toMonth }, MOST_TRIAL_MONTHS);
      const { timeZone, items } = await trialReport(context, { first: fromMonth, last: toMonth });
      return { timeZone, items: items.map(({ span: month, ...counts }) => ({ month, ...counts })) };
    },
  });
  app.route({
    method: 'GET',
    url: '/api/reports/activations',
    config: { access: access.vendor('licenses:read') },
    schema: {
      operationId: 'getActivationCounts',
      summary: 'New activations day by day, by product',
      tags: ['Reports'],
      querystring: DaysOfReport,
      response: { 200: ActivationReportAnswer, ...problems() },
    },
    handler: async ({ context, query }) => {
      refuseLongSpan(query);
      const { timeZone, items } = await activationReport(context, { first: query.from, last: query.to });
      return { timeZone, items: items.map(({ span: day, ...counts }) => ({ day, ...counts })) };
    },
  });
}
